//! Runs as files: pictures, animations, traces.

mod board;
mod canvas;
mod map;
mod network;
mod posthoc;

use crate::protocol::{ExportFormat, File};
use crate::run::Run;
use crate::scene::World;

use canvas::Image;

/// The most frames of an animation.
const FRAMES: u64 = 60;
/// The longer side of a picture in pixels, and that of an animation.
const PICTURE: f64 = 1024.0;
const ANIMATION: f64 = 480.0;

/// A world that can be drawn with what a run shows of it.
trait Draw {
    fn svg(&self, run: &Run) -> String;
    /// Returns an image whose longer side has about so many pixels.
    fn image(&self, run: &Run, side: f64) -> Image;
}

/// Writes a run as a file.
pub(crate) fn export(world: &World, run: &mut Run, format: ExportFormat) -> Result<File, String> {
    let name = run.choice().algorithm.id;
    let picture: Box<dyn Draw> = match world {
        World::Grid(grid) => Box::new(map::MapPicture::new(grid)?),
        World::Puzzle(puzzle) => Box::new(board::BoardPicture::new(puzzle)),
        World::Graph(network) => Box::new(network::NetworkPicture::new(network)),
    };
    Ok(match format {
        ExportFormat::Svg => text(format!("{name}.svg"), "image/svg+xml", picture.svg(run)),
        ExportFormat::Png => bytes(
            format!("{name}.png"),
            "image/png",
            &png(&[picture.image(run, PICTURE)])?,
        ),
        ExportFormat::Apng => bytes(format!("{name}.apng"), "image/apng", &png(&frames(&*picture, run))?),
        ExportFormat::Posthoc => {
            let trace = posthoc::trace(world, run)?;
            text(format!("{name}.trace.yaml"), "application/yaml", trace)
        }
    })
}

fn text(name: String, media_type: &'static str, content: String) -> File {
    File {
        name,
        media_type,
        content,
        is_base64: false,
    }
}

fn bytes(name: String, media_type: &'static str, content: &[u8]) -> File {
    File {
        name,
        media_type,
        content: base64(content),
        is_base64: true,
    }
}

/// The run from the first step that is kept up to the one that is shown, which it shows again afterwards.
fn frames(picture: &dyn Draw, run: &mut Run) -> Vec<Image> {
    let (first, last) = (run.log().first(), run.log().shown());
    let stride = (last - first).div_ceil(FRAMES - 1).max(1);
    let mut frames = Vec::new();
    let mut step = first;
    loop {
        run.show(step);
        frames.push(picture.image(run, ANIMATION));
        if step == last {
            return frames;
        }
        step = (step + stride).min(last);
    }
}

/// Several images are an animation: 12 frames a second, and three seconds for the last one.
fn png(frames: &[Image]) -> Result<Vec<u8>, String> {
    let words = |error: png::EncodingError| error.to_string();
    let Some(first) = frames.first() else {
        return Err(String::from("there is nothing to draw"));
    };
    let count = u32::try_from(frames.len()).unwrap_or(u32::MAX);
    let mut content = Vec::new();
    let mut encoder = png::Encoder::new(&mut content, first.width, first.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if count > 1 {
        encoder.set_animated(count, 0).map_err(words)?;
        encoder.set_frame_delay(1, 12).map_err(words)?;
    }
    let mut writer = encoder.write_header().map_err(words)?;
    for (number, frame) in (1..).zip(frames) {
        if number > 1 && number == count {
            writer.set_frame_delay(3, 1).map_err(words)?;
        }
        writer.write_image_data(&frame.rgb).map_err(words)?;
    }
    writer.finish().map_err(words)?;
    Ok(content)
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * place)) as usize & 63];
            text.push(if place > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_in_base64() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
