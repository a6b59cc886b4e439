//! [`WayRule`]: the directions and the speeds of a way, according to its tags and a profile.

use super::report::WayFault;
use super::tags::Tags;
use super::{OsmProfile, OsmRoad, SpeedLimits};

/// The directions and the speeds of a way, in km/h.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WayRule {
    /// The speed along the way, or `None` if it is closed in this direction.
    pub(super) forward: Option<f64>,
    /// The speed against the way.
    pub(super) backward: Option<f64>,
    /// The minutes that a ferry needs for the whole way, from which its speed follows.
    pub(super) minutes: Option<f64>,
    /// Whether the way has a speed limit that was not understood.
    pub(super) has_unknown_limit: bool,
}

impl WayRule {
    /// Returns the rule of a way, or why the way is left out, or `None` if it is not a street.
    pub(super) fn new(tags: &Tags<'_>, profile: &OsmProfile) -> Option<Result<Self, WayFault>> {
        let (road, is_ferry) = match (tags.get("highway"), tags.get("route")) {
            (Some(highway), _) => (profile.highways.get(highway), false),
            (None, Some("ferry")) => (profile.ferries.as_ref(), true),
            _ => return None,
        };
        Some(road.map_or(Err(WayFault::Kind), |road| rule(tags, profile, *road, is_ferry)))
    }
}

fn rule(tags: &Tags<'_>, profile: &OsmProfile, road: OsmRoad, is_ferry: bool) -> Result<WayRule, WayFault> {
    let is_permitted = match tags.access(profile) {
        Some((false, _)) => return Err(WayFault::Access),
        Some((true, place)) => place > 0,
        None => false,
    };
    if !is_permitted && (road.needs_permission || tags.has_any(&profile.closing)) {
        return Err(WayFault::Permission);
    }
    let [is_forward, is_backward] = directions(tags, profile, road)?;
    let mut has_unknown_limit = false;
    let mut speed = |is_open: bool, direction: &str| {
        let limit = match profile.limits {
            SpeedLimits::Ignored => Ok(None),
            _ => limit(tags, profile, direction),
        };
        has_unknown_limit |= limit.is_err();
        let limit = limit.unwrap_or(None);
        let speed = match (limit, profile.limits) {
            (Some(limit), SpeedLimits::Replace) => limit,
            (Some(limit), _) => road.speed.min(limit),
            (None, _) => road.speed,
        };
        is_open.then_some(speed.min(profile.top_speed))
    };
    let (forward, backward) = (speed(is_forward, "forward"), speed(is_backward, "backward"));
    Ok(WayRule {
        forward,
        backward,
        minutes: if is_ferry {
            tags.get("duration").and_then(minutes)
        } else {
            None
        },
        has_unknown_limit,
    })
}

/// Whether a way is open in its direction, and against it.
fn directions(tags: &Tags<'_>, profile: &OsmProfile, road: OsmRoad) -> Result<[bool; 2], WayFault> {
    let is_implied = road.is_one_way || tags.get("junction") == Some("roundabout");
    let mut directions = [true, true];
    if is_implied && profile.one_way.iter().any(|key| key == "oneway") {
        directions = [true, false];
    }
    let mut is_specific = false;
    for key in &profile.one_way {
        directions = match tags.get(key) {
            Some("yes" | "true" | "1") => [true, false],
            Some("-1" | "reverse") => [false, true],
            Some("no" | "false" | "0" | "alternating") => [true, true],
            Some("reversible") => [false, false],
            _ => continue,
        };
        is_specific = key != "oneway";
    }
    match directions {
        [false, false] => Err(WayFault::Reversible),
        _ if !is_specific && tags.has_any(&profile.contraflow) => Ok([true, true]),
        _ => Ok(directions),
    }
}

/// The speed limit of a way in one direction, in km/h. Unlimited is infinite. Fails if it is not understood.
fn limit(tags: &Tags<'_>, profile: &OsmProfile, direction: &str) -> Result<Option<f64>, ()> {
    let own = match direction {
        "forward" => tags.get("maxspeed:forward"),
        _ => tags.get("maxspeed:backward"),
    };
    if let Some(value) = own.or_else(|| tags.get("maxspeed")) {
        return match value {
            // A sign that changes.
            "signals" | "variable" => Ok(None),
            _ => speed(value, profile).map(Some).ok_or(()),
        };
    }
    // Where these keys describe something else, such as `sign`, they set no limit.
    let sources = ["maxspeed:type", "source:maxspeed", "zone:maxspeed", "zone:traffic"];
    let mut values = sources.into_iter().filter_map(|key| tags.get(key));
    Ok(values.find_map(|value| zone(value, profile)))
}

/// The least of the speeds that a value lists.
fn speed(value: &str, profile: &OsmProfile) -> Option<f64> {
    let speeds = value.split(';').map(|value| single_speed(value.trim(), profile));
    speeds.reduce(|one, other| Some(one?.min(other?)))?
}

fn single_speed(value: &str, profile: &OsmProfile) -> Option<f64> {
    if value == "none" {
        return Some(f64::INFINITY);
    }
    let digits = value.find(|character: char| !character.is_ascii_digit() && character != '.');
    let (number, unit) = value.split_at(digits.unwrap_or(value.len()));
    if number.is_empty() {
        return zone(value, profile);
    }
    let factor = match unit.trim() {
        "" | "km/h" | "kmh" | "kph" => 1.0,
        "mph" => 1.609_344,
        "knots" | "kn" => 1.852,
        _ => return None,
    };
    let speed = number.parse::<f64>().ok()? * factor;
    (speed > 0.0 && speed.is_finite()).then_some(speed)
}

/// The speed of a limit in words, such as `FI:urban` or `DE:zone:30`.
fn zone(value: &str, profile: &OsmProfile) -> Option<f64> {
    let after_country = value.split_once(':').map_or(value, |(_, name)| name);
    let name = profile.zones.get(value).or_else(|| profile.zones.get(after_country));
    if let Some(speed) = name {
        return Some(*speed);
    }
    let number = after_country.trim_start_matches("zone").trim_start_matches(':');
    let is_zone = number.len() < value.len() && !number.is_empty();
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    let speed: f64 = if is_zone && is_number {
        number.parse().ok()?
    } else {
        return None;
    };
    (speed > 0.0 && speed.is_finite()).then_some(speed)
}

/// The minutes of a duration such as `25`, `01:25`, `01:25:30` or `PT1H25M`.
fn minutes(value: &str) -> Option<f64> {
    let minutes = if let Some(parts) = value.strip_prefix("PT") {
        let (mut rest, mut minutes) = (parts, 0.0);
        while !rest.is_empty() {
            let unit = rest.find(|character: char| !character.is_ascii_digit())?;
            let number: f64 = rest[..unit].parse().ok()?;
            let (name, behind) = rest[unit..].split_at_checked(1)?;
            minutes += number
                * match name {
                    "H" => 60.0,
                    "M" => 1.0,
                    "S" => 1.0 / 60.0,
                    _ => return None,
                };
            rest = behind;
        }
        minutes
    } else {
        let number = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
            if is_number { part.parse::<f64>().ok() } else { None }
        };
        let parts: Vec<f64> = value.split(':').map(number).collect::<Option<_>>()?;
        match *parts.as_slice() {
            [minutes] => minutes,
            [hours, minutes] => 60.0 * hours + minutes,
            [hours, minutes, seconds] => 60.0 * hours + minutes + seconds / 60.0,
            _ => return None,
        }
    };
    (minutes > 0.0 && minutes.is_finite()).then_some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tags: &[(&'static str, &'static str)], profile: &OsmProfile) -> Option<Result<WayRule, WayFault>> {
        WayRule::new(&Tags(tags.to_vec()), profile)
    }

    #[test]
    fn limits_have_units_words_and_countries() {
        let car = OsmProfile::car();
        for (value, expected) in [
            ("50", Some(50.0)),
            ("5.5", Some(5.5)),
            ("50 km/h", Some(50.0)),
            ("50kmh", Some(50.0)),
            ("30 mph", Some(48.280_32)),
            ("30mph", Some(48.280_32)),
            ("10 knots", Some(18.52)),
            ("none", Some(f64::INFINITY)),
            ("walk", Some(7.0)),
            ("FI:urban", Some(50.0)),
            ("FI:rural", Some(80.0)),
            ("DE:rural", Some(100.0)),
            ("XX:motorway", Some(120.0)),
            ("DE:zone:30", Some(30.0)),
            ("FI:zone30", Some(30.0)),
            ("IT:20", Some(20.0)),
            ("80;60", Some(60.0)),
            ("80; fast", None),
            ("0", None),
            ("-20", None),
            ("50 furlongs", None),
            ("fast", None),
            ("5.5.5", None),
            ("", None),
            (":", None),
            ("zone", None),
            ("FI:zone", None),
            ("DE:zone:99999999999999999999", Some(99_999_999_999_999_999_999.0)),
        ] {
            assert_eq!(speed(value, &car), expected, "{value:?}");
        }
    }

    #[test]
    fn durations_are_minutes_or_clock_times() {
        for (value, expected) in [
            ("25", Some(25.0)),
            ("01:25", Some(85.0)),
            ("01:25:30", Some(85.5)),
            ("PT1H25M", Some(85.0)),
            ("PT30S", Some(0.5)),
            ("PT", None),
            ("PT25", None),
            ("PT5Ä", None),
            ("P1D", None),
            ("00:00", None),
            ("1:2:3:4", None),
            ("1e3", None),
            ("", None),
        ] {
            assert_eq!(minutes(value), expected, "{value:?}");
        }
    }

    #[test]
    fn only_streets_have_rules() {
        let car = OsmProfile::car();
        assert_eq!(of(&[("building", "yes")], &car), None);
        assert_eq!(of(&[("highway", "steps")], &car), Some(Err(WayFault::Kind)));
    }
}
