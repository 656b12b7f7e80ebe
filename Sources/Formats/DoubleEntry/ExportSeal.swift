/// The last line of an export of double entry, a remark with a check of all before it, by which luca knows whether somebody has changed the file since.
public enum ExportSeal {
    private static let words = "; the end of what luca wrote: "

    /// A text with its last line.
    static func sealed(_ text: String) -> String {
        var check = ByteHash()
        check.add(text.utf8)
        return text + words + String(check.value, radix: 16) + "\n"
    }

    /// Whether somebody has changed a file that luca wrote, or added to it. One of a version that wrote no such line counts as not changed.
    public static func isBroken(_ bytes: [UInt8]) -> Bool {
        let mark = Array(words.utf8)
        guard let start = bytes.indices.last(where: { $0 + mark.count <= bytes.count && bytes[$0] == mark[0] && bytes[$0..<$0 + mark.count].elementsEqual(mark) }) else {
            return false
        }
        var check = ByteHash()
        check.add(bytes[..<start])
        return bytes[start...].filter { $0 != UInt8(ascii: "\r") } != Array((words + String(check.value, radix: 16) + "\n").utf8)
    }
}
