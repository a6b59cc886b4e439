//! [`RouteLimits`]: the limits that an alternative must obey.

/// The limits that a route must obey to count as an alternative.
///
/// By default, there are at most three routes; an alternative costs at most 40 % more than the shortest route; the
/// edges that it shares with any earlier route cost at most 60 % of what the shortest route costs; and each part of it
/// that costs less than 10 % of what the shortest route costs is a cheapest path.
///
/// # Example
///
/// ```
/// use astride_roads::RouteLimits;
///
/// let limits = RouteLimits { count: 5, sharing: 0.8, ..RouteLimits::default() };
/// assert!(limits.stretch > 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteLimits {
    /// The maximum number of routes, including the shortest one, which is always returned.
    pub count: usize,
    /// The maximum cost of the edges that an alternative shares with any earlier route, divided by the cost of the
    /// shortest route. It must be from 0 to 1.
    pub sharing: f64,
    /// The maximum cost of an alternative, divided by the cost of the shortest route. It must be finite and at least 1.
    pub stretch: f64,
    /// The *local optimality*, from 0 to 1. Each part of an alternative that costs less than this share of the shortest
    /// route's cost is a cheapest path between its ends, so no alternative has a needless short detour.
    pub local_optimality: f64,
}

impl Default for RouteLimits {
    fn default() -> Self {
        RouteLimits {
            count: 3,
            sharing: 0.6,
            stretch: 1.4,
            local_optimality: 0.1,
        }
    }
}

impl RouteLimits {
    /// Rejects values that are out of range or not a number.
    pub(super) fn check(self) -> Result<Self, RouteLimitError> {
        let checks = [
            (
                "sharing",
                self.sharing,
                (0.0..=1.0).contains(&self.sharing),
                "from 0 to 1",
            ),
            (
                "stretch",
                self.stretch,
                (1.0..=f64::MAX).contains(&self.stretch),
                "finite and at least 1",
            ),
            (
                "local_optimality",
                self.local_optimality,
                (0.0..=1.0).contains(&self.local_optimality),
                "from 0 to 1",
            ),
        ];
        match checks.into_iter().find(|(_, _, is_valid, _)| !is_valid) {
            Some((limit, value, _, expected)) => Err(RouteLimitError { limit, value, expected }),
            None => Ok(self),
        }
    }
}

/// A limit that is out of range.
///
/// ```
/// use astride::{Query, graphs::CsrGraph};
/// use astride_roads::{Alternatives, RouteLimits};
///
/// let road = CsrGraph::undirected(2, [(0, 1, 5_u32)])?;
/// let limits = RouteLimits { stretch: 0.5, ..RouteLimits::default() };
/// let error = Alternatives::new(Query::between(&road, 0, 1)).with_limits(limits).unwrap_err();
/// assert_eq!(error.to_string(), "the limit `stretch` is 0.5: it must be finite and at least 1");
/// # Ok::<(), astride::graphs::CsrError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the limit `{limit}` is {value}: it must be {expected}")]
pub struct RouteLimitError {
    /// The field of [`RouteLimits`].
    pub limit: &'static str,
    /// Its value.
    pub value: f64,
    /// The valid values.
    pub expected: &'static str,
}
