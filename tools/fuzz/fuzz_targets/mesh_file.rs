#![no_main]
use astride_differential::{Source, mesh_file};
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mesh_file(&mut Source::replay(bytes)));
