//! Tells cargo what besides the sources is built into the binary.

fn main() {
    println!("cargo:rerun-if-changed=templates");
}
