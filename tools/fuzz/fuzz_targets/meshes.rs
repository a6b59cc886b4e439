#![no_main]
use astride_differential::{Source, meshes};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| meshes(&mut Source::replay(bytes)));
