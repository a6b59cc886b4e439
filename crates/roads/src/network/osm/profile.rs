//! [`OsmProfile`]: the streets of OpenStreetMap that a vehicle uses, and its speeds. [`OsmRoad`], [`SpeedLimits`]: its
//! parts.

use std::collections::{BTreeMap, BTreeSet};

use super::OsmError;

/// The streets of OpenStreetMap that a vehicle uses, and its speeds in km/h.
///
/// All rules are data. Begin with [`car`](Self::car), [`bicycle`](Self::bicycle) or [`foot`](Self::foot), and change
/// what differs:
///
/// ```
/// use astride_roads::{OsmProfile, OsmRoad};
///
/// let mut truck = OsmProfile::car();
/// truck.access.push("hgv".to_owned()); // more specific than `motor_vehicle`, so it takes precedence
/// truck.top_speed = 80.0;
/// truck.highways.insert("track".to_owned(), OsmRoad::new(15.0));
/// truck.highways.remove("living_street");
/// truck.barriers.insert("gate".to_owned());
/// ```
///
/// Tags are described in the wiki of OpenStreetMap, for example at
/// [Key:access](https://wiki.openstreetmap.org/wiki/Key:access).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OsmProfile {
    /// The values of `highway` that the vehicle uses. Streets with other values are left out.
    pub highways: BTreeMap<String, OsmRoad>,

    /// Ferries (`route=ferry`), or `None` if the vehicle uses none. If a ferry has a `duration`, its speed follows from
    /// the duration.
    pub ferries: Option<OsmRoad>,

    /// The keys that open or close a way or a barrier for the vehicle, the most general first, such as `access`,
    /// `vehicle`, `bicycle`. The last key with a value in [`permitting`](Self::permitting) or
    /// [`forbidding`](Self::forbidding) decides.
    ///
    /// The keys are also the vehicles that `except` and `restriction:…` of turn restrictions may name.
    pub access: Vec<String>,

    /// The values of the keys in [`access`](Self::access) that open a way.
    pub permitting: BTreeSet<String>,

    /// The values of the keys in [`access`](Self::access) that close a way.
    pub forbidding: BTreeSet<String>,

    /// Further tags, pairs of a key and a value, that close a way which no key in [`access`](Self::access) but the
    /// first opens, such as `motorroad=yes` for bicycles.
    pub closing: Vec<(String, String)>,

    /// The keys that make a way one-way, the most general first, such as `oneway`, `oneway:bicycle`. The last key with
    /// a known value decides: `yes`, `true` or `1`; `-1` or `reverse`; `no`, `false` or `0`; `alternating`, which is
    /// open in both directions; `reversible`, which is closed, because the direction changes with time.
    ///
    /// If the keys include `oneway`, roundabouts and the streets of [`OsmRoad::is_one_way`] are one-way without a tag.
    pub one_way: Vec<String>,

    /// Tags, pairs of a key and a value, that open a one-way street against its direction, such as `cycleway=opposite`.
    pub contraflow: Vec<(String, String)>,

    /// What `maxspeed` does.
    pub limits: SpeedLimits,

    /// The speeds of limits that are words, such as `walk` or `FI:urban`. If a value with a colon is not among them,
    /// the part after the colon is looked up, so `urban` holds for all other countries. Numbers need no entry, whether
    /// in km/h, `mph` or `knots`, nor do zones with a number, such as `DE:zone:30`.
    pub zones: BTreeMap<String, f64>,

    /// The maximum speed of the vehicle, also if `maxspeed` is `none`.
    pub top_speed: f64,

    /// The values of `barrier` at nodes that stop the vehicle, unless a key in [`access`](Self::access) opens the
    /// barrier. A forbidding key closes any barrier.
    pub barriers: BTreeSet<String>,

    /// Whether the vehicle obeys turn restrictions without a vehicle. Those for a vehicle in [`access`](Self::access),
    /// such as `restriction:bicycle`, are always obeyed.
    pub turn_restrictions: bool,
}

/// A kind of way in an [`OsmProfile`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OsmRoad {
    /// The usual speed in km/h, if no speed limit applies.
    pub speed: f64,
    /// Whether the vehicle may use such a way only if one of the keys in [`OsmProfile::access`], except the first,
    /// permits it.
    pub needs_permission: bool,
    /// Whether such a way is one-way without a tag.
    pub is_one_way: bool,
}

impl OsmRoad {
    /// Creates a kind of way with its speed in km/h, open in both directions.
    pub fn new(speed: f64) -> Self {
        OsmRoad {
            speed,
            needs_permission: false,
            is_one_way: false,
        }
    }

    /// Closes such ways unless a tag permits the vehicle.
    pub fn by_permission(self) -> Self {
        OsmRoad {
            needs_permission: true,
            ..self
        }
    }

    /// Makes such ways one-way unless a tag says otherwise.
    pub fn one_way(self) -> Self {
        OsmRoad {
            is_one_way: true,
            ..self
        }
    }
}

/// The effect of `maxspeed` on the speeds of an [`OsmProfile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedLimits {
    /// Limits have no effect, as for pedestrians.
    Ignored,
    /// A limit lowers the speed of the kind of way, as for bicycles.
    Lower,
    /// A limit replaces the speed of the kind of way, as for cars.
    Replace,
}

fn words<T: FromIterator<String>>(words: &[&str]) -> T {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = pairs.iter();
    pairs
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

fn named<T: Copy>(entries: &[(&str, T)]) -> BTreeMap<String, T> {
    let entries = entries.iter();
    entries.map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// The speeds of words in `maxspeed`, without those of single countries.
const ZONES: [(&str, f64); 9] = [
    ("walk", 7.0),
    ("living_street", 10.0),
    ("bicycle_road", 30.0),
    ("urban", 50.0),
    ("rural", 80.0),
    ("trunk", 100.0),
    ("motorway", 120.0),
    ("nsl_single", 96.56),
    ("nsl_dual", 112.65),
];

/// Those of countries where roads outside towns have other limits.
const COUNTRIES: [(&str, f64); 17] = [
    ("AT:rural", 100.0),
    ("AT:motorway", 130.0),
    ("BE:motorway", 120.0),
    ("CH:trunk", 100.0),
    ("CZ:rural", 90.0),
    ("CZ:motorway", 130.0),
    ("DE:rural", 100.0),
    ("DE:motorway", 130.0),
    ("ES:rural", 90.0),
    ("FR:motorway", 130.0),
    ("GB:nsl_restricted", 48.28),
    ("IT:rural", 90.0),
    ("IT:motorway", 130.0),
    ("PL:rural", 90.0),
    ("PL:motorway", 140.0),
    ("RU:rural", 90.0),
    ("SE:rural", 70.0),
];

const PERMITTING: [&str; 5] = ["yes", "designated", "official", "permissive", "permit"];

const FORBIDDING: [&str; 11] = [
    "no",
    "private",
    "agricultural",
    "forestry",
    "emergency",
    "military",
    "psv",
    "bus",
    "customers",
    "delivery",
    "residents",
];

impl OsmProfile {
    /// A passenger car.
    ///
    /// Streets for residents, customers or deliveries only are closed. Streets with `access=destination` are open, also
    /// to through traffic.
    pub fn car() -> Self {
        let road = OsmRoad::new;
        OsmProfile {
            highways: named(&[
                ("motorway", road(110.0).one_way()),
                ("motorway_link", road(60.0)),
                ("trunk", road(85.0)),
                ("trunk_link", road(50.0)),
                ("primary", road(65.0)),
                ("primary_link", road(40.0)),
                ("secondary", road(55.0)),
                ("secondary_link", road(35.0)),
                ("tertiary", road(45.0)),
                ("tertiary_link", road(30.0)),
                ("unclassified", road(40.0)),
                ("residential", road(30.0)),
                ("living_street", road(10.0)),
                ("service", road(15.0)),
                ("road", road(30.0)),
                ("track", road(15.0).by_permission()),
                ("pedestrian", road(7.0).by_permission()),
            ]),
            ferries: Some(road(15.0).by_permission()),
            access: words(&["access", "vehicle", "motor_vehicle", "motorcar"]),
            permitting: words(&PERMITTING),
            forbidding: words(&FORBIDDING),
            closing: Vec::new(),
            one_way: words(&["oneway", "oneway:vehicle", "oneway:motor_vehicle", "oneway:motorcar"]),
            contraflow: Vec::new(),
            limits: SpeedLimits::Replace,
            zones: named(&ZONES).into_iter().chain(named(&COUNTRIES)).collect(),
            top_speed: 130.0,
            barriers: words(&[
                "block",
                "bollard",
                "bus_trap",
                "chain",
                "cycle_barrier",
                "debris",
                "fence",
                "full-height_turnstile",
                "hampshire_gate",
                "horse_stile",
                "jersey_barrier",
                "kissing_gate",
                "log",
                "motorcycle_barrier",
                "planter",
                "rope",
                "stile",
                "sump_buster",
                "swing_gate",
                "turnstile",
                "wall",
                "wedge",
                "yes",
            ]),
            turn_restrictions: true,
        }
    }

    /// A bicycle that is ridden everywhere. Ways where it would have to be pushed are left out.
    pub fn bicycle() -> Self {
        let road = OsmRoad::new;
        OsmProfile {
            highways: named(&[
                ("primary", road(18.0)),
                ("primary_link", road(18.0)),
                ("secondary", road(18.0)),
                ("secondary_link", road(18.0)),
                ("tertiary", road(18.0)),
                ("tertiary_link", road(18.0)),
                ("unclassified", road(18.0)),
                ("residential", road(18.0)),
                ("living_street", road(12.0)),
                ("service", road(15.0)),
                ("road", road(15.0)),
                ("cycleway", road(18.0)),
                ("path", road(13.0)),
                ("track", road(13.0)),
                ("trunk", road(18.0).by_permission()),
                ("trunk_link", road(18.0).by_permission()),
                ("busway", road(18.0).by_permission()),
                ("footway", road(10.0).by_permission()),
                ("pedestrian", road(8.0).by_permission()),
                ("bridleway", road(10.0).by_permission()),
            ]),
            ferries: Some(road(15.0)),
            access: words(&["access", "vehicle", "bicycle"]),
            permitting: words(&PERMITTING),
            forbidding: FORBIDDING
                .into_iter()
                .chain(["dismount", "use_sidepath"])
                .map(str::to_owned)
                .collect(),
            closing: pairs(&[("motorroad", "yes")]),
            one_way: words(&["oneway", "oneway:vehicle", "oneway:bicycle"]),
            contraflow: pairs(&[
                ("cycleway", "opposite"),
                ("cycleway", "opposite_lane"),
                ("cycleway", "opposite_track"),
                ("cycleway", "opposite_share_busway"),
            ]),
            limits: SpeedLimits::Lower,
            zones: named(&ZONES).into_iter().chain(named(&COUNTRIES)).collect(),
            top_speed: 25.0,
            barriers: words(&[
                "debris",
                "fence",
                "full-height_turnstile",
                "horse_stile",
                "kissing_gate",
                "stile",
                "turnstile",
                "wall",
                "yes",
            ]),
            turn_restrictions: true,
        }
    }

    /// A pedestrian, who walks at 5 km/h and ignores one-way streets and turn restrictions for vehicles.
    pub fn foot() -> Self {
        let road = OsmRoad::new;
        OsmProfile {
            highways: named(&[
                ("primary", road(5.0)),
                ("primary_link", road(5.0)),
                ("secondary", road(5.0)),
                ("secondary_link", road(5.0)),
                ("tertiary", road(5.0)),
                ("tertiary_link", road(5.0)),
                ("unclassified", road(5.0)),
                ("residential", road(5.0)),
                ("living_street", road(5.0)),
                ("service", road(5.0)),
                ("road", road(5.0)),
                ("track", road(5.0)),
                ("path", road(5.0)),
                ("footway", road(5.0)),
                ("pedestrian", road(5.0)),
                ("platform", road(5.0)),
                ("corridor", road(5.0)),
                ("steps", road(2.5)),
                ("cycleway", road(5.0)),
                ("bridleway", road(5.0)),
                ("trunk", road(5.0).by_permission()),
                ("trunk_link", road(5.0).by_permission()),
            ]),
            ferries: Some(road(15.0)),
            access: words(&["access", "foot"]),
            permitting: words(&PERMITTING),
            forbidding: FORBIDDING
                .into_iter()
                .chain(["use_sidepath"])
                .map(str::to_owned)
                .collect(),
            closing: pairs(&[("motorroad", "yes")]),
            one_way: words(&["oneway:foot"]),
            contraflow: Vec::new(),
            limits: SpeedLimits::Ignored,
            zones: BTreeMap::new(),
            top_speed: 15.0,
            barriers: words(&["debris", "fence", "wall", "yes"]),
            turn_restrictions: false,
        }
    }

    /// Rejects a speed that is not finite or not above zero.
    pub(super) fn check(&self) -> Result<(), OsmError> {
        let highways = self.highways.iter();
        let highways = highways.map(|(value, road)| (format!("`highways` {value:?}"), road.speed));
        let ferries = self.ferries.iter().map(|road| ("`ferries`".to_owned(), road.speed));
        let zones = self.zones.iter();
        let zones = zones.map(|(name, speed)| (format!("`zones` {name:?}"), *speed));
        let top = ("`top_speed`".to_owned(), self.top_speed);
        let mut all = highways.chain(ferries).chain(zones).chain([top]);
        let wrong = all.find(|(_, speed)| !(speed.is_finite() && *speed > 0.0));
        match wrong {
            Some((what, speed)) => Err(OsmError::Speed { what, speed }),
            None => Ok(()),
        }
    }
}
