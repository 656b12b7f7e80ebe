import Glibc

/// Whether the tests were built to be watched over: `bin/test --sanitize address`.
public enum Sanitizer {
    /// AddressSanitizer keeps memory that was freed, to notice who still uses it, so that a process grows whatever it does.
    public static let keepsFreedMemory = dlsym(nil, "__asan_init") != nil

    /// Said of a test on memory that is skipped for that.
    public static let absence = "AddressSanitizer keeps what is freed, so the process grows whatever the test does"
}
