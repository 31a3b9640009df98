#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| thicket_rules_fuzz::records(text));
