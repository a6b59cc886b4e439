//! Networks from extracts of OpenStreetMap.

mod contraction;
mod damaged;
mod extracts;
mod oracle;
#[cfg(feature = "nearest")]
mod positions;
mod restrictions;
mod rules;
mod writer;

use std::panic::{RefUnwindSafe, UnwindSafe};

use astride_roads::{OsmError, OsmProfile, OsmReport, OsmRoad, SpeedLimits};

#[test]
fn threads_can_share_profiles_reports_and_errors() {
    fn has_all<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    fn is_send_and_sync<T: Send + Sync + Unpin>() {}
    has_all::<OsmProfile>();
    has_all::<OsmReport>();
    has_all::<OsmRoad>();
    has_all::<SpeedLimits>();
    // The error of a reader may contain any other.
    is_send_and_sync::<OsmError>();
}
