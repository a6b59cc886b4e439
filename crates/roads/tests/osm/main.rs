//! Networks from extracts of OpenStreetMap.

mod contraction;
mod damaged;
mod extracts;
mod oracle;
mod restrictions;
mod rules;
mod writer;
