#![no_main]
use astride_differential::{Source, polygons};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| polygons(&mut Source::replay(bytes)));
