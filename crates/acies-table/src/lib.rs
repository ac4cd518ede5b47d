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

//! # Where to look
//!
//! | question | answer |
//! |---|---|
//! | Where does it stand? | [`Pose`], [`Base`], [`Rect`], [`Disc`], [`Polygon`], [`Polyline`] |
//! | How far, touching, overlapping? | [`Rect::distance`], [`Rect::nearest`], [`Rect::touches`], [`Rect::overlaps`] |
//! | Which edges touch? | [`Rect::contacts`], [`Rect::covered`] |
//! | What is ahead, in the arc, in the zone? | [`Zone`], [`Rect::beyond`], [`Pose::sector`] |
//! | What is seen? | [`sight`], [`Rect::chord`], [`Segment::length_inside`], [`Polyline::first_crossing`] |
//! | What does a move meet? | [`Motion`], [`Course`], [`Sweep::first_touch`], [`Sweep::first_met`], [`Disc::meets`] |
//! | Where may a path end? | [`Segment::last_end`], [`Segment::first_end`], [`Segment::first_border`] |
//! | How near does it come? | [`Sweep::closest`], [`Sweep::first_within`] |
//! | What ground is it on? | [`Rect::share_in`], [`Rect::is_in`], [`Sweep::inside`], [`Segment::inside`] |
//! | Where can it stand against another? | [`Base::opposed`], [`Base::neighbour`], [`Rect::free_shifts`], [`Sweep::first_free`] |
//! | Can it be reached? | [`Base::wheels_onto`], [`Rect::slides_onto`] |
//! | Is it a group, and how is it formed? | [`Base::joined`], [`chain`], [`Base::enclosing`], [`Ranks`], [`in_files`] |
//!
//! # A charge, from declaration to contact
//!
//! ```
//! use acies_table::*;
//!
//! /// ADLG-R6.
//! const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));
//!
//! let knights = Base::new(Pose::new(0.0, -2.0, Facing::NORTH), Size::new(1.0, 0.75));
//! let spears = Base::new(Pose::new(1.0, 1.5, Facing::SOUTH), Size::new(1.0, 0.75));
//!
//! // Which wheels to the right bring the enemy into the knights' way? Take a middle one.
//! let wheels = knights.wheels_onto(&spears.rect(), Angle::QUARTER, TOLERANCE.touch).unwrap();
//! let wheel = Motion::wheel(Angle::QUARTER.part(wheels.middle())).course(&knights);
//! let wheeled = Base { pose: wheel.end(&knights.pose), ..knights };
//!
//! // Straight on, up to 5 UD: they meet the spearmen, and halt on the grid.
//! let charge = Motion::advance(Length::new(5.0)).course(&wheeled);
//! let touch = Sweep::new(&wheeled.rect(), charge).first_touch(&spears.rect(), TOLERANCE).unwrap();
//! let halted = Base { pose: charge.part(touch.at).end(&wheeled.pose), ..knights };
//! assert!(halted.rect().touches(&spears.rect(), TOLERANCE));
//! assert!(!halted.rect().overlaps(&spears.rect(), TOLERANCE));
//!
//! // They came from ahead of its front line, so they conform to its front.
//! assert!(spears.rect().beyond_line(Edge::Front, knights.rect().middle(Edge::Front)) > 0.0);
//! let conformed = spears.opposed(Edge::Front, knights.size, Along::Middle);
//! assert!(halted.rect().corner_shift(&conformed.rect()) < 1.0);
//! let contacts = conformed.rect().contacts(&spears.rect(), TOLERANCE);
//! assert_eq!((contacts[0].ours, contacts[0].theirs), (Edge::Front, Edge::Front));
//! ```

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

mod aim;
mod angle;
mod approach;
mod canvas;
mod clip;
mod conform;
mod contact;
mod disc;
mod glide;
mod going;
mod group;
mod interval;
mod layout;
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
pub use canvas::{Canvas, arrow};
pub use clip::Outline;
pub use conform::Along;
pub use contact::{Contact, Contacts};
pub use disc::{Disc, Graze};
pub use group::{Drill, chain};
pub use interval::Interval;
pub use layout::{Ranks, column_from_line, in_files};
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
