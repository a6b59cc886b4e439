//! Pictures and their comparison.

use std::io::Cursor;

use png::{Decoder, Transformations};

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Image {
    /// Returns the frames of a PNG as they are displayed, and the seconds for which the last one is displayed.
    pub(crate) fn frames(file: &[u8]) -> (Vec<Image>, f64) {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a PNG");
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let count = reader
            .info()
            .animation_control()
            .map_or(1, |control| control.num_frames);
        let mut image = Image {
            width,
            height,
            pixels: vec![[0; 3]; width * height],
        };
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let mut frames = Vec::new();
        for _ in 0..count {
            reader.next_frame(&mut bytes).expect("a frame");
            for (pixel, new) in image.pixels.iter_mut().zip(bytes.chunks(4)) {
                if new[3] > 0 {
                    pixel.copy_from_slice(&new[..3]);
                }
            }
            frames.push(image.clone());
        }
        let last = reader.info().frame_control();
        let seconds = last.map_or(0.0, |last| f64::from(last.delay_num) / f64::from(last.delay_den));
        (frames, seconds)
    }

    pub(crate) fn png(file: &[u8]) -> Image {
        Image::frames(file).0.remove(0)
    }

    /// Returns the colour of a pixel.
    pub(crate) fn colour(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// Returns the part given by left, top, width and height.
    pub(crate) fn part(&self, [left, top, width, height]: [usize; 4]) -> Image {
        let rows = (top..top + height).flat_map(|y| (left..left + width).map(move |x| self.colour(x, y)));
        Image {
            width,
            height,
            pixels: rows.collect(),
        }
    }

    /// Returns the share of pixels that differ by more than `most` in some colour.
    pub(crate) fn difference(&self, other: &Image, most: u8) -> f64 {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let differs = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > most);
        let count = self
            .pixels
            .iter()
            .zip(&other.pixels)
            .filter(|(a, b)| differs(a, b))
            .count();
        f64::from(u32::try_from(count).expect("few")) / f64::from(u32::try_from(self.pixels.len()).expect("few"))
    }
}
