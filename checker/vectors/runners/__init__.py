"""Programs that run a suite against an engine, in C, JavaScript, Python and Rust."""
