#![no_main]
use astride_differential::{Source, drawn_map};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drawn_map(&mut Source::replay(bytes)));
