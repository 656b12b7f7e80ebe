import Foundation

/// Zip archives of one file, made by hand.
public enum SmallArchive {
    /// An archive with a file as it is (method 0), or with bytes that are packed already (method 8).
    public static func bytes(_ name: String, _ packed: [UInt8], method: UInt16 = 0, size: Int? = nil, checkSum: UInt32, comment: String = "") -> [UInt8] {
        let name = Array(name.utf8), comment = Array(comment.utf8)
        let common = half(20) + half(0) + half(method) + half(0) + half(0) + word(checkSum) + word(UInt32(packed.count)) + word(UInt32(size ?? packed.count))
        let local = word(0x0403_4B50) + common + half(UInt16(name.count)) + half(0) + name + packed
        let directory = word(0x0201_4B50) + half(20) + common + half(UInt16(name.count)) + half(0) + half(0) + half(0) + half(0) + word(0) + word(0) + name
        let end =
            word(0x0605_4B50) + half(0) + half(0) + half(1) + half(1)
            + word(UInt32(directory.count)) + word(UInt32(local.count)) + half(UInt16(comment.count))
        return local + directory + end + comment
    }

    private static func half(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    private static func word(_ value: UInt32) -> [UInt8] { half(UInt16(value & 0xFFFF)) + half(UInt16(value >> 16)) }

    /// An archive of files as they are.
    public static func stored(_ files: [(name: String, text: String)]) -> [UInt8] {
        var local: [UInt8] = [], directory: [UInt8] = []
        for (name, text) in files {
            let name = Array(name.utf8), bytes = Array(text.utf8)
            let common = half(20) + half(0) + half(0) + half(0) + half(0) + word(checkSum(bytes)) + word(UInt32(bytes.count)) + word(UInt32(bytes.count))
            let place = UInt32(local.count)
            local += word(0x0403_4B50) + common + half(UInt16(name.count)) + half(0) + name + bytes
            directory += word(0x0201_4B50) + half(20) + common + half(UInt16(name.count)) + half(0) + half(0) + half(0) + half(0) + word(0) + word(place) + name
        }
        let count = half(UInt16(files.count))
        return local + directory + word(0x0605_4B50) + half(0) + half(0) + count + count + word(UInt32(directory.count)) + word(UInt32(local.count)) + half(0)
    }

    /// CRC-32 (ISO 3309), bit by bit.
    private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
