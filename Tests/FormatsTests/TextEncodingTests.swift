import Testing
import TestSupport

@testable import Formats

private func transcode(_ bytes: [UInt8]) -> (TextEncoding, String) {
    bytes.withUnsafeBufferPointer { bytes in
        let encoding = TextEncoding.detect(bytes)
        return (encoding, String(decoding: encoding.transcoded(bytes) ?? Array(bytes), as: UTF8.self))
    }
}

@Suite("Encodings of files")
struct TextEncodingTests {
    @Test("UTF-8 is told exactly as the standard library tells it") func validation() {
        var random = SeededRandom.forTest()
        let pieces: [[UInt8]] = [
            [0x41], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xC3], [0xFF], Array("12345678".utf8),
        ]
        for _ in 0..<5000 {
            let bytes = (0..<random.int(0...6)).flatMap { _ in random.pick(pieces) }
            let valid = bytes.withUnsafeBufferPointer { TextEncoding.isValidUTF8($0) }
            #expect(valid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }

    @Test("Windows-1252, of which Latin-1 is a part") func windows() {
        #expect(transcode([0x47, 0x65, 0x62, 0xFC, 0x68, 0x72, 0x20, 0x80]) == (.windows1252, "Gebühr €"))
        #expect(transcode([0x93, 0x94, 0xA0, 0xFF]).1 == "“”\u{A0}ÿ")
    }

    @Test("UTF-16 by its byte order mark") func utf16() {
        #expect(transcode([0xFF, 0xFE, 0x61, 0x00, 0xAC, 0x20]) == (.utf16LittleEndian, "a€"))
        #expect(transcode([0xFE, 0xFF, 0x00, 0x61, 0x20, 0xAC]) == (.utf16BigEndian, "a€"))
    }

    @Test("Plain text stays as it is") func plain() {
        #expect(transcode(Array("größer".utf8)) == (.utf8, "größer"))
    }
}
