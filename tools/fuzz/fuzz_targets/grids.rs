#![no_main]
use astride_differential::{Source, grids};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grids(&mut Source::replay(bytes)));
