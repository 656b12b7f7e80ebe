/// Numbers of bytes as people write and read them.
public enum ByteCount {
    /// The bytes of one of each unit: of 1,024, and of 1,000 where a B stands behind the letter alone.
    private static let units: [String: Double] = [
        "k": 1024, "kib": 1024, "m": 1_048_576, "mib": 1_048_576, "g": 1_073_741_824, "gib": 1_073_741_824, "t": 1_099_511_627_776, "tib": 1_099_511_627_776,
        "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
    ]

    /// Reads a size: `500 MiB`, `64K`, `1.5G`, `2GB`, whatever the case of its unit. Nil of what is none, or is more than a thousand terabytes.
    ///
    /// - Parameter unit: that of a bare number, such as `MiB`; nil where it must be said.
    public static func read(_ text: some StringProtocol, unit bare: String? = nil) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }, name = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let value = Double(String(digits)), value.isFinite, let factor = units[name.isEmpty ? bare?.lowercased() ?? "" : name] else { return nil }
        let bytes = (value * factor).rounded()
        return bytes < 1e15 ? Int(bytes) : nil
    }

    /// A number of bytes as a message tells it: `128 MiB`, `1.5 MiB`, `64 KiB`.
    public static func text(_ bytes: Int) -> String {
        let (unit, name) = bytes >= 1 << 20 ? (1 << 20, "MiB") : bytes >= 1 << 10 ? (1 << 10, "KiB") : (1, "bytes")
        let tenths = bytes / unit * 10 + (bytes % unit * 10 + unit / 2) / unit
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
