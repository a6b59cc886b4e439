//! [`Source`]: the choices that make up a case.

/// A sequence of choices, each of one or several bytes.
///
/// The bytes determine the case, so random, fuzzed and reduced cases have the same form. A zero is the simplest choice,
/// and zeros follow the last byte.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Vec<u8>,
    taken: usize,
    /// The state of the generator that adds bytes, in a random case.
    random: Option<u64>,
    /// A description of the case, if requested.
    story: Option<Vec<String>>,
}

impl Source {
    /// Creates the case that the bytes describe.
    pub fn replay(bytes: &[u8]) -> Self {
        Source {
            bytes: bytes.to_vec(),
            taken: 0,
            random: None,
            story: None,
        }
    }

    /// Creates a random case. The same seed leads to the same case everywhere.
    pub fn random(seed: u64) -> Self {
        Source {
            random: Some(seed),
            ..Source::replay(&[])
        }
    }

    /// Describes the case in words while it runs.
    pub fn told(mut self) -> Self {
        self.story = Some(Vec::new());
        self
    }

    /// The bytes taken so far.
    pub fn taken(&self) -> &[u8] {
        &self.bytes[..self.taken.min(self.bytes.len())]
    }

    /// The description so far.
    pub fn story(&self) -> &[String] {
        self.story.as_deref().unwrap_or_default()
    }

    /// Adds a line to the description, if requested.
    pub fn tell(&mut self, line: impl FnOnce() -> String) {
        if let Some(story) = &mut self.story {
            story.push(line());
        }
    }

    /// Takes all remaining bytes.
    pub fn rest(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.taken..).unwrap_or_default().to_vec();
        self.taken = self.bytes.len();
        rest
    }

    /// Takes any byte.
    pub fn byte(&mut self) -> u8 {
        if self.taken == self.bytes.len()
            && let Some(state) = &mut self.random
        {
            self.bytes.extend(split_mix(state).to_le_bytes());
        }
        let byte = self.bytes.get(self.taken).copied().unwrap_or(0);
        self.taken += 1;
        byte
    }

    /// Chooses a number below `end`, which must be at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        let mut number = usize::from(self.byte());
        if end > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % end
    }

    /// Chooses one of several values.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Returns true once in `times`.
    pub fn once_in(&mut self, times: u8) -> bool {
        self.byte() % times == times - 1
    }

    /// Returns whether a list with `mean` items on average, which is at most 120, continues.
    pub fn more(&mut self, mean: u8) -> bool {
        usize::from(self.byte()) >= 256 / (usize::from(mean) + 1)
    }

    /// Chooses a number up to `largest`, of any magnitude.
    pub fn up_to(&mut self, largest: u64) -> u64 {
        let bytes = 1 + u32::from(self.byte() % 8);
        let number = (0..bytes).fold(0, |number, _| number << 8 | u64::from(self.byte()));
        match self.byte() % 8 {
            0..=3 => number % 10.min(largest.saturating_add(1)),
            4..=6 => number % largest.saturating_add(1).max(1),
            _ => largest - number % 10.min(largest.saturating_add(1)),
        }
    }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators. OOPSLA 2014.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
