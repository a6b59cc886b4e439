//! [`Length`]: the length of a shortest path, with as many digits as the file has.

use core::fmt;
use core::str::FromStr;

use astride::text::{Fault, excerpt};

/// The length of a shortest path as given in a file: a decimal number that is kept digit by digit.
///
/// # Comparing
///
/// Files give few digits, so a computed length hardly ever equals the one in the file.
/// [`agrees_with`](Self::agrees_with) allows for the following, and for nothing else:
///
/// * **The file's rounding.** With two decimals or more, the tolerance is half a unit of the last decimal. With fewer
///   decimals, it is half a unit of the sixth significant digit: the file has left out trailing zeros (`2` stands for
///   2.00000, `123.4` for 123.400), as C++ does when it prints six significant digits.
/// * **The rounding of costs.** The tolerance is 4 · 10⁻⁷ of the length. Actual relative errors are smaller: a length
///   computed from integer costs is too small by up to 2.6 · 10⁻⁷ (see [`GridCost`](crate::GridCost)), one computed
///   from `f64` costs is off by up to 8 · 10⁻¹², and the lengths in the files are off by up to 1.3 · 10⁻⁸ (in 20,846
///   scenarios of nine maps).
///
/// Paths whose numbers of diagonal steps differ by up to 29 differ in length by at least 0.012, or not at all. A
/// difference of 0.012 exceeds the sum of the two tolerances on any path that is shorter than 10⁴ cells.
///
/// # Example
///
/// ```
/// use astride_grid::movingai::Length;
///
/// let length: Length = "4.82843".parse()?;
/// assert!(length.agrees_with(2.0 + 2.0 * std::f64::consts::SQRT_2));
/// assert!(length.agrees_with(f64::from(2 * 985 + 2 * 1393) / 985.0));
/// assert!(!length.agrees_with(4.8285));
/// assert!(!"5".parse::<Length>()?.agrees_with(4.82843), "5.00000");
/// assert_eq!(length.to_string(), "4.82843");
/// # Ok::<(), astride::text::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// All digits as one number.
    digits: u64,
    /// The number of digits after the point.
    decimals: u8,
}

impl Length {
    /// Rounds a length to the given number of decimals, at most 9.
    ///
    /// `None` for a length that is negative, not finite, or too large for 18 digits.
    ///
    /// ```
    /// use astride_grid::movingai::Length;
    ///
    /// assert_eq!(Length::rounded(4.828427, 5).unwrap().to_string(), "4.82843");
    /// assert_eq!(Length::rounded(-1.0, 5), None);
    /// ```
    pub fn rounded(length: f64, decimals: u8) -> Option<Self> {
        let scaled = length * power_of_ten(decimals.min(9).into());
        // NaN is not in any range. Halves are rounded up.
        if !(0.0..1e18).contains(&scaled) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "just checked")]
        let digits = (scaled + 0.5) as u64;
        Some(Self {
            digits,
            decimals: decimals.min(9),
        })
    }

    /// The length as a float.
    ///
    /// ```
    /// # use astride_grid::movingai::Length;
    /// assert_eq!("2.50".parse::<Length>()?.value(), 2.5);
    /// # Ok::<(), astride::text::Fault>(())
    /// ```
    #[expect(
        clippy::cast_precision_loss,
        reason = "more digits than a float has say nothing here"
    )]
    pub fn value(self) -> f64 {
        self.digits as f64 / power_of_ten(self.decimals.into())
    }

    /// Returns whether the length is 0.
    pub fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// The greatest difference that the file's rounding can make to the length: see [above](Self#comparing).
    ///
    /// ```
    /// # use astride_grid::movingai::Length;
    /// # fn main() -> Result<(), astride::text::Fault> {
    /// let rounding = |text: &str| Ok::<_, astride::text::Fault>(text.parse::<Length>()?.rounding());
    /// assert_eq!(rounding("160.53")?, 0.005);
    /// assert_eq!(rounding("160.5")?, 0.0005);
    /// assert_eq!(rounding("2")?, 0.000005);
    /// # Ok(())
    /// # }
    /// ```
    pub fn rounding(self) -> f64 {
        let decimals = if self.decimals >= 2 {
            self.decimals.into()
        } else {
            let whole = self.digits / 10_u64.pow(self.decimals.into());
            let significant = whole.checked_ilog10().map_or(0, |digits| digits + 1);
            6_u32.saturating_sub(significant)
        };
        0.5 / power_of_ten(decimals)
    }

    /// Returns whether a path of `length` cells (a straight step is 1, a diagonal one √2) has this length, up to
    /// rounding: see [above](Self#comparing).
    ///
    /// ```
    /// # use astride_grid::movingai::Length;
    /// let optimum: Length = "2.83".parse()?;
    /// assert!(optimum.agrees_with(8_f64.sqrt()) && !optimum.agrees_with(2.84));
    /// # Ok::<(), astride::text::Fault>(())
    /// ```
    pub fn agrees_with(self, length: f64) -> bool {
        self.difference(length) == 0.0
    }

    /// The amount by which a path of `length` cells exceeds this length: negative if the path is shorter, 0 if the two
    /// agree up to rounding.
    ///
    /// ```
    /// # use astride_grid::movingai::Length;
    /// let optimum: Length = "4.82843".parse()?;
    /// assert!(optimum.difference(5.0) > 0.17 && optimum.difference(4.0) < -0.8);
    /// assert_eq!(optimum.difference(4.828427), 0.0);
    /// # Ok::<(), astride::text::Fault>(())
    /// ```
    pub fn difference(self, length: f64) -> f64 {
        let value = self.value();
        let slack = self.rounding() + value * 4e-7;
        let difference = length - value;
        if difference.abs() <= slack { 0.0 } else { difference }
    }
}

fn power_of_ten(exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

impl FromStr for Length {
    type Err = Fault;

    /// # Errors
    ///
    /// [`Fault::Invalid`] for any text other than an unsigned decimal number of at most 18 digits.
    fn from_str(text: &str) -> Result<Self, Fault> {
        Self::read(text).ok_or_else(|| Fault::Invalid {
            field: "the length",
            text: excerpt(text.as_bytes()),
            expected: Self::EXPECTED.into(),
        })
    }
}

impl Length {
    /// The expected text in errors about a length.
    pub(crate) const EXPECTED: &str = "a decimal number of at most 18 digits";

    pub(crate) fn read(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_whole = whole.len() == text.len();
        let digits = [whole, fraction].concat();
        let has_digits = !whole.is_empty() && (is_whole || !fraction.is_empty());
        if !has_digits || digits.len() > 18 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Self {
            digits: digits.parse().ok()?,
            decimals: u8::try_from(fraction.len()).ok()?,
        })
    }
}

/// Writes as many decimals as were read.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u64.pow(self.decimals.into());
        write!(f, "{}", self.digits / unit)?;
        if self.decimals == 0 {
            return Ok(());
        }
        write!(f, ".{:0width$}", self.digits % unit, width = self.decimals.into())
    }
}
