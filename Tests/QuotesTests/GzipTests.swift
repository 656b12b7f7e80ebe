import Testing

@testable import Quotes

/// Files packed with gzip: whole, in members, damaged, and larger than they seem.
@Suite struct GzipTests {
    /// What gzip makes of `a,b` and `1,2`, each on a line.
    let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0xD4, 0x49, 0xE2, 0x32, 0xD4, 0x31, 0xE2, 0x02, 0x00, 0x7B, 0x07, 0x97, 0x0A, 0x08, 0x00, 0x00, 0x00,
    ]

    @Test func `Packed bytes come out, also of several members and before zeros`() throws {
        #expect(try Gzip.unpacked(packed) == Array("a,b\n1,2\n".utf8))
        #expect(try Gzip.unpacked(packed + packed) == Array("a,b\n1,2\na,b\n1,2\n".utf8))
        #expect(try Gzip.unpacked(packed + [0, 0, 0]) == Array("a,b\n1,2\n".utf8))
    }

    @Test func `Other bytes are none of gzip's`() throws {
        #expect(try Gzip.unpacked([]) == nil)
        #expect(try Gzip.unpacked(Array("date,type".utf8)) == nil)
    }

    @Test func `Cut anywhere it is refused`() {
        for count in 3..<packed.count {
            #expect(throws: QuoteError.self) { try Gzip.unpacked(Array(packed[..<count])) }
        }
    }

    @Test func `A wrong check sum, a wrong length and what follows that is no member are refused`() {
        for place in (packed.count - 8)..<packed.count {
            var damaged = packed
            damaged[place] ^= 1
            #expect(throws: QuoteError.self) { try Gzip.unpacked(damaged) }
        }
        #expect(throws: QuoteError.self) { try Gzip.unpacked(packed + [1, 2, 3]) }
    }

    @Test func `No more comes out than is allowed`() throws {
        #expect(try Gzip.unpacked(packed, longest: 8)?.count == 8)
        #expect(throws: QuoteError.self) { try Gzip.unpacked(packed, longest: 7) }
        #expect(throws: QuoteError.self) { try Gzip.unpacked(packed + packed, longest: 15) }
    }
}
