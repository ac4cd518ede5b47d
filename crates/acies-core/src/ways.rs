//! Whole numbers that never overflow: in how many ways dice can fall.

use std::{
    fmt,
    ops::{Add, AddAssign, Mul},
};

use num_bigint::BigUint;

/// How many ways. Small as long as it fits, and large after that: never wrong, never rounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ways {
    /// A number that fits.
    Small(u128),
    /// Only what does not fit into `Small`, so that equal numbers are equal values.
    Large(BigUint),
}

impl Ways {
    /// None.
    pub const ZERO: Ways = Ways::Small(0);
    /// One.
    pub const ONE: Ways = Ways::Small(1);

    /// Whether there are none.
    pub fn is_zero(&self) -> bool {
        *self == Ways::ZERO
    }

    /// The greatest number that divides both.
    pub fn gcd(&self, other: &Ways) -> Ways {
        match (self, other) {
            (Ways::Small(1), _) | (_, Ways::Small(1)) => Ways::ONE,
            (Ways::Small(a), Ways::Small(b)) => Ways::Small(gcd(*a, *b)),
            (Ways::Small(0), large) | (large, Ways::Small(0)) => large.clone(),
            (Ways::Small(a), Ways::Large(b)) | (Ways::Large(b), Ways::Small(a)) => {
                let rest = u128::try_from(b % a).expect("a rest is less than its divisor");
                Ways::Small(gcd(*a, rest))
            }
            (Ways::Large(a), Ways::Large(b)) => Ways::from(b % a).gcd(self),
        }
    }

    /// The smallest number that both divide.
    #[must_use]
    pub fn least_multiple(&self, other: &Ways) -> Ways {
        self * &other.divided_by(&self.gcd(other))
    }

    /// The quotient, for a divisor that leaves no rest.
    pub fn divided_by(&self, divisor: &Ways) -> Ways {
        match (self, divisor) {
            (_, Ways::Small(1)) => self.clone(),
            (Ways::Small(a), Ways::Small(b)) => Ways::Small(match words(*a, *b) {
                Some([a, b]) => u128::from(a / b),
                None => a / b,
            }),
            (Ways::Large(a), Ways::Small(b)) => Ways::from(a / b),
            (Ways::Large(a), Ways::Large(b)) => Ways::from(a / b),
            (Ways::Small(_), Ways::Large(_)) => Ways::ZERO,
        }
    }

    /// The nearest float of a share of `of`: both numbers may be far beyond what a float holds.
    pub fn share_of(&self, of: &Ways) -> f64 {
        match (self, of) {
            (Ways::Small(a), Ways::Small(b)) => *a as f64 / *b as f64,
            _ => {
                let (a, b) = (self.to_big(), of.to_big());
                let excess = b.bits().saturating_sub(120);
                let small = |n: BigUint| u128::try_from(n >> excess).unwrap_or(u128::MAX);
                small(a) as f64 / small(b) as f64
            }
        }
    }

    fn to_big(&self) -> BigUint {
        match self {
            Ways::Small(n) => BigUint::from(*n),
            Ways::Large(n) => n.clone(),
        }
    }
}

/// Two numbers of one word each, which most are: much less work than those of two.
fn words(a: u128, b: u128) -> Option<[u64; 2]> {
    Some([u64::try_from(a).ok()?, u64::try_from(b).ok()?])
}

/// A product of four words, made at one go.
fn product(a: u128, b: u128) -> BigUint {
    let (low, high) = a.carrying_mul(b, 0);
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&low.to_le_bytes());
    bytes[16..].copy_from_slice(&high.to_le_bytes());
    BigUint::from_bytes_le(&bytes)
}

/// The greatest common divisor; `gcd(a, 0)` is `a`.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    if let Some([a, b]) = words(a, b) {
        return u128::from(gcd_of_words(a, b));
    }
    // One division brings a number of two words down to one if the other has one.
    if u64::try_from(b).is_ok() {
        (a, b) = (b, a % b);
    } else if u64::try_from(a).is_ok() {
        b %= a;
    }
    if b == 0 {
        return a;
    }
    // By halving and subtracting: numbers of two words are slow to divide.
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while a > u128::from(u64::MAX) || b > u128::from(u64::MAX) {
        if a < b {
            (a, b) = (b, a);
        }
        a -= b;
        if a == 0 {
            return b << twos;
        }
        a >>= a.trailing_zeros();
    }
    u128::from(gcd_of_words(a as u64, b as u64)) << twos
}

fn gcd_of_words(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<u128> for Ways {
    fn from(n: u128) -> Self {
        Ways::Small(n)
    }
}

impl From<BigUint> for Ways {
    fn from(n: BigUint) -> Self {
        u128::try_from(&n).map_or(Ways::Large(n), Ways::Small)
    }
}

impl Mul for &Ways {
    type Output = Ways;

    #[inline]
    fn mul(self, other: &Ways) -> Ways {
        match (self, other) {
            (Ways::Small(a), Ways::Small(b)) => match words(*a, *b) {
                Some([a, b]) => Ways::Small(u128::from(a) * u128::from(b)),
                None => match a.checked_mul(*b) {
                    Some(product) => Ways::Small(product),
                    None => Ways::Large(product(*a, *b)),
                },
            },
            (Ways::Small(a), Ways::Large(b)) | (Ways::Large(b), Ways::Small(a)) => {
                Ways::from(b * a)
            }
            (Ways::Large(a), Ways::Large(b)) => Ways::Large(a * b),
        }
    }
}

impl Add for &Ways {
    type Output = Ways;

    fn add(self, other: &Ways) -> Ways {
        match (self, other) {
            (Ways::Small(a), Ways::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Ways::Small(sum),
                None => Ways::Large(BigUint::from(*a) + b),
            },
            (Ways::Small(a), Ways::Large(b)) | (Ways::Large(b), Ways::Small(a)) => {
                Ways::Large(b + a)
            }
            (Ways::Large(a), Ways::Large(b)) => Ways::Large(a + b),
        }
    }
}

impl AddAssign<&Ways> for Ways {
    #[inline]
    fn add_assign(&mut self, other: &Ways) {
        if let (Ways::Small(a), Ways::Small(b)) = (&mut *self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
            return;
        }
        *self = &*self + other;
    }
}

impl fmt::Display for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ways::Small(n) => n.fmt(f),
            Ways::Large(n) => n.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_without_a_seam() {
        let six = Ways::Small(6);
        let sixty_dice = (0..60).fold(Ways::ONE, |ways, _| &ways * &six);
        assert!(matches!(sixty_dice, Ways::Large(_)));
        assert_eq!(sixty_dice.to_string(), "48873677980689257489322752273774603865660850176");

        let twenty_dice = (0..20).fold(Ways::ONE, |ways, _| &ways * &six);
        let forty_dice = sixty_dice.divided_by(&twenty_dice);
        assert_eq!(forty_dice, &twenty_dice * &twenty_dice);
        assert!(matches!(forty_dice, Ways::Small(_)));
        assert_eq!(sixty_dice.gcd(&twenty_dice), twenty_dice);
    }

    #[test]
    fn divisors_of_one_word_and_of_two() {
        let two_words = 2_u128.pow(70) * 3_u128.pow(20);
        for (a, b, divisor) in [
            (0, 12, 12),
            (12, 0, 12),
            (12, 18, 6),
            (two_words, 3_u128.pow(25), 3_u128.pow(20)),
            (two_words, two_words, two_words),
            (two_words, 2_u128.pow(100) * 9, 2_u128.pow(70) * 9),
            (two_words, 5_u128.pow(40), 1),
        ] {
            assert_eq!(gcd(a, b), divisor, "{a} {b}");
            assert_eq!(gcd(b, a), divisor, "{b} {a}");
        }
    }

    #[test]
    fn large_numbers_with_small_ones() {
        let three = |n: u32| (0..n).fold(Ways::ONE, |ways, _| &ways * &Ways::Small(3));
        let two = |n: u32| (0..n).fold(Ways::ONE, |ways, _| &ways * &Ways::Small(2));
        // 3^80 and 2^127 are of two words, 3^100 and 2^200 of three and more.
        assert_eq!(&three(80) * &three(70), three(150));
        assert_eq!((&three(80) * &two(127)).divided_by(&two(127)), three(80));
        for (a, b, divisor) in [(100, 80, 80), (80, 100, 80), (150, 120, 120)] {
            let (ours, theirs) = (&three(a) * &two(200), &three(b) * &Ways::Small(35));
            assert_eq!(ours.gcd(&theirs), three(divisor), "{a} {b}");
            assert_eq!(
                ours.least_multiple(&theirs),
                &(&three(a.max(b)) * &two(200)) * &Ways::Small(35)
            );
        }
        assert_eq!(three(150).gcd(&Ways::ZERO), three(150));
        assert_eq!(Ways::ZERO.gcd(&three(150)), three(150));
        assert_eq!(&three(150) + &Ways::Small(1), &Ways::Small(1) + &three(150));
    }

    #[test]
    fn shares_of_large_numbers_are_floats() {
        let mut all = Ways::ONE;
        for _ in 0..500 {
            all = &all * &Ways::Small(6);
        }
        let third = all.divided_by(&Ways::Small(3));
        assert!((third.share_of(&all) - 1.0 / 3.0).abs() < 1e-12);
    }
}
