//! The table of a battle: where bases stand, how far apart they are, what they see, and what they
//! meet when they move.
//!
//! The crate knows neither units nor rules. It measures oriented rectangles, discs, polygons and
//! lines for any ruleset that plays with them; each query names the rules that want it.
//!
//! # Conventions
//!
//! - x grows to the east, y to the north, angles clockwise from north. Right and left are those of
//!   the base concerned. In a local frame x is to the right and y is ahead.
//! - What a battle stores lies on a grid: [`Length`] and [`Angle`] hold thousandths of the ruleset's
//!   unit of distance and of a degree. [`Point`], [`Pose`], [`Size`] and [`Base`] are made of these:
//!   they compare, order, hash and serialise exactly.
//! - What is measured is `f64`, in units of distance. Only + - * / and square roots are used, and
//!   `libm` for the rest, so that every machine finds the same bits.
//! - Whether bodies touch or overlap is asked with the [`Tolerance`] of the ruleset. It is coarser than
//!   the grid, so rounding to the grid never turns a contact into an overlap.
//! - With the origin on the centre line of the table, the mirrored battle (every x with its sign
//!   changed) gets the mirrored answers.

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

mod aim;
mod angle;
mod approach;
mod clip;
mod conform;
mod contact;
mod disc;
mod going;
mod interval;
mod length;
mod meeting;
mod motion;
mod polygon;
mod polyline;
mod pose;
mod rect;
mod segment;
mod separation;
mod sight;
mod sweep;
mod tolerance;
mod track;
mod wave;
mod zone;

pub use angle::{Angle, Facing};
pub use approach::Closest;
pub use clip::Outline;
pub use conform::Along;
pub use contact::{Contact, Contacts};
pub use disc::{Disc, Graze};
pub use interval::Interval;
pub use length::{Length, OffTheGrid, STEP};
pub use motion::{Course, Motion, Pivot};
pub use polygon::{NotAPolygon, Polygon};
pub use polyline::Polyline;
pub use pose::{Point, Pose};
pub use rect::{Base, Corner, Edge, Rect, Size};
pub use segment::Segment;
pub use sight::sight;
pub use sweep::{Sweep, Touch};
pub use tolerance::Tolerance;
pub use zone::{Part, Zone};
