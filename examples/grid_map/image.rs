//! A picture of a search in a file: SVG, PNG or animated PNG.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use astride_grid::Pixels;

use crate::algorithm::{Algorithm, Workshop};
use crate::search::MapSearch;
use crate::show::drawing;

/// The largest number of frames in an animation, not counting the first and the last.
const FRAMES: u64 = 100;

/// Draws the cells that a search has met into a file, whose name determines the format.
pub(crate) fn write(
    path: &Path,
    workshop: &Workshop<'_>,
    algorithm: Algorithm,
    search: &dyn MapSearch,
) -> io::Result<()> {
    let question = workshop.question;
    let side = question.map.width().max(question.map.height());
    // As many pixels per cell as fit.
    let scale = |pixels: u16| u8::try_from((pixels / side).clamp(1, 16)).unwrap_or(1);
    let picture = |search: &dyn MapSearch, pixels| drawing(question, algorithm, search, true).pixels(scale(pixels));
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "svg" => fs::write(path, drawing(question, algorithm, search, true).svg()),
        "png" => write_png(path, &[picture(search, 1024)]),
        "apng" => {
            let slice = search.stats().expanded.div_ceil(FRAMES).max(1);
            let mut again = workshop
                .make(algorithm, question.from, question.to)
                .map_err(io::Error::other)?;
            let mut frames = vec![picture(&*again, 640)];
            while again.advance(slice).is_running() {
                frames.push(picture(&*again, 640));
            }
            frames.push(picture(&*again, 640));
            write_png(path, &frames)
        }
        _ => Err(io::Error::other("--image: the name must end in .svg, .png or .apng")),
    }
}

/// Several pictures make an animation of 20 frames per second, with two seconds for the last.
fn write_png(path: &Path, frames: &[Pixels]) -> io::Result<()> {
    let [first, more @ ..] = frames else { return Ok(()) };
    let side = |side: usize| u32::try_from(side).map_err(io::Error::other);
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, side(first.width)?, side(first.height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if !more.is_empty() {
        encoder.set_animated(side(frames.len())?, 0)?;
        encoder.set_frame_delay(1, 20)?;
    }
    let mut writer = encoder.write_header()?;
    for (number, frame) in (1..).zip(frames) {
        if number > 1 && number == frames.len() {
            writer.set_frame_delay(2, 1)?;
        }
        writer.write_image_data(&frame.rgb)?;
    }
    Ok(writer.finish()?)
}
