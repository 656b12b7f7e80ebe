import Glibc
import Testing
import Values

/// Readers of bytes look at no byte behind the last: behind these is memory that may not be read.
@Suite("Texts at the end of what may be read")
struct EndOfMemoryTests {
    // In a process of its own, which a look too far would end.
    @Test func noReaderLooksPastTheEnd() async {
        await #expect(processExitsWith: .success) {
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let pages = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
            try #require(mprotect(pages + page, page, PROT_NONE) == 0)
            for text in ["-1234.5678e-3", "1234567890123456789012", "2014-03-05", "2014-03-05T14:30:15.123456Z", "2014-03-05T14:30:15+05:30", "USD", "GBp"] {
                for count in 0...text.utf8.count {
                    let start = pages + page - count
                    start.copyMemory(from: Array(text.utf8), byteCount: count)
                    let bytes = UnsafeBufferPointer(start: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), count: count)
                    _ = try? FixedDecimal(utf8: bytes)
                    _ = try? Day(utf8: bytes)
                    _ = try? Instant(utf8: bytes)
                    _ = try? Currency(utf8: bytes)
                }
            }
        }
    }
}
