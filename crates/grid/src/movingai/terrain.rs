//! [`Terrain`]: the letters of a map.

use core::fmt::{self, Write};

/// The meaning of a letter in a map file: see the [module's page](super) for the rules.
///
/// # Example
///
/// ```
/// use astride_grid::movingai::Terrain;
///
/// let passable: String = Terrain::ALL.iter().filter(|terrain| terrain.is_passable()).map(Terrain::to_string).collect();
/// assert_eq!(passable, ".GS");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// `.`: passable.
    Ground,
    /// `G`: passable.
    Grass,
    /// `S`: passable; the benchmarks treat it as ground.
    Swamp,
    /// `W`: passable from water to water, for ships; the benchmarks treat it as a wall.
    Water,
    /// `T`: not passable.
    Trees,
    /// `@`: not passable.
    OutOfBounds,
    /// `O`: not passable, like `@`, but kept separate so that a map is written as it was read.
    OutOfBoundsO,
}

impl Terrain {
    /// Every kind of terrain.
    pub const ALL: [Self; 7] = [
        Self::Ground,
        Self::Grass,
        Self::Swamp,
        Self::Water,
        Self::Trees,
        Self::OutOfBounds,
        Self::OutOfBoundsO,
    ];

    /// The terrain of a letter, or `None` if the letter has none. Letters are upper case.
    ///
    /// ```
    /// use astride_grid::movingai::Terrain;
    ///
    /// assert_eq!(Terrain::from_letter('W'), Some(Terrain::Water));
    /// assert_eq!(Terrain::from_letter('w'), None);
    /// ```
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '.' => Self::Ground,
            'G' => Self::Grass,
            'S' => Self::Swamp,
            'W' => Self::Water,
            'T' => Self::Trees,
            '@' => Self::OutOfBounds,
            'O' => Self::OutOfBoundsO,
            _ => return None,
        })
    }

    /// The letter.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Ground => '.',
            Self::Grass => 'G',
            Self::Swamp => 'S',
            Self::Water => 'W',
            Self::Trees => 'T',
            Self::OutOfBounds => '@',
            Self::OutOfBoundsO => 'O',
        }
    }

    /// Returns whether paths in the benchmarks may cross this terrain: true for ground, grass and swamp.
    #[inline]
    pub const fn is_passable(self) -> bool {
        matches!(self, Self::Ground | Self::Grass | Self::Swamp)
    }
}

/// The letter.
impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}
