import Values

/// How much a sandboxed script may take.
public struct SandboxLimits: Sendable, Equatable {
    /// Milliseconds that it may run, by the clock on the wall.
    public var milliseconds = 5000
    /// Bytes that Lua may hold.
    public var heap = 128 << 20
    /// Bytes that it may print.
    public var output = 16 << 20

    /// The limits where nobody says otherwise: 5 seconds, 128 MiB of Lua's memory, 16 MiB of output.
    public init() {}

    /// Bytes that its process may take beyond what luca itself has: frames, answers of SQL and texts on their way out are in it.
    public var addressSpace: Int { 4 * heap }
    /// Bytes that Lua can be limited to, at most.
    static let mostHeap = 64 << 30
    /// Bytes that may be written to standard error.
    public static let errors = 64 << 10

    /// A limit that can be set.
    public enum Name: String, CaseIterable, Sendable {
        /// The time that it may run.
        case time
        /// What Lua may hold.
        case memory
        /// What it may print.
        case output

        /// The option of `luca run` that sets it.
        public var option: String {
            switch self {
            case .time: "--time"
            case .memory: "--memory"
            case .output: "--output-limit"
            }
        }
    }

    /// A text is no limit, in a sentence.
    public struct Mistake: Error {
        /// What is wrong, and how a limit is written.
        public let message: String
    }

    /// Sets a limit as a person writes it: `10`, `500ms` or `2min` of time, `256`, `64K`, `1G` of memory, where a bare number is of seconds and of MiB.
    public mutating func set(_ name: Name, to text: String) throws(Mistake) {
        switch name {
        case .time:
            let units = ["": 1000.0, "s": 1000, "ms": 1, "min": 60_000, "h": 3_600_000]
            guard let value = Self.number(text, units), 10...86_400_000 ~= value else {
                throw Mistake(message: "the time of a sandbox is 10ms to 24h, as in 10, 500ms or 2min; a bare number is of seconds, and \"\(text)\" is none of these")
            }
            milliseconds = value
        case .memory: heap = try Self.bytes(text, of: "the memory", atLeast: 8 << 20, "8M")
        case .output: output = try Self.bytes(text, of: "the output", atLeast: 1 << 10, "1K")
        }
    }

    private static func bytes(_ text: String, of what: String, atLeast least: Int, _ shown: String) throws(Mistake) -> Int {
        guard let value = ByteCount.read(text, unit: "MiB"), (least...mostHeap).contains(value) else {
            throw Mistake(message: "\(what) of a sandbox is \(shown) to 64G, as in 256, 64M or 1G; a bare number is of MiB, and \"\(text)\" is none of these")
        }
        return value
    }

    /// A number with a unit behind it, in the smallest unit; nil where the text is none.
    private static func number(_ text: String, _ units: [String: Double]) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let factor = units[text.dropFirst(digits.count).trimmingPrefix(" ").description], let value = Double(digits), value.isFinite else { return nil }
        let scaled = (value * factor).rounded()
        return scaled < 1e15 ? Int(scaled) : nil
    }

    /// A time, as a message tells it: `5 s`, `0.5 s`.
    public static func shown(milliseconds: Int) -> String {
        let tenths = (milliseconds + 50) / 100
        if tenths == 0 { return "\(milliseconds) ms" }
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
