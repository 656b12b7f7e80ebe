public import Messages

/// What the process of a sandboxed script is told at its start: the script, and what luca was asked for.
public struct SandboxRequest: Message, Equatable {
    /// The name of the script, for messages.
    public var name: String
    /// Its text.
    public var text: String
    /// In its place a function in compiled form, of this very program; empty for none.
    public var function: [UInt8] = []
    /// Its arguments.
    public var arguments: [String] = []
    /// How much it may take.
    public var limits = SandboxLimits()
    /// Whether it goes on where the kernel takes no filter of system calls.
    public var isWeak = false
    /// Whether what it records is shown and forgotten.
    public var isDryRun = false
    /// What it may do beyond reading the book.
    public var permissions = SandboxPermissions()
    /// The path of the book, for messages.
    public var book = ""
    /// The day to take for today; empty for the calendar's.
    public var today = ""
    /// How tables are laid out.
    public var layout = Layout()
    /// The process that starts it: where that has ended already, it ends too.
    public internal(set) var parent: Int32 = 0
    /// In builds for tests only: whether the script may ask the kernel directly.
    public var isProbe = false

    /// How tables are laid out.
    public struct Layout: Sendable, Equatable {
        /// The name of the form of tables.
        public var format = "table"
        /// Columns of the terminal; 0 where there is none.
        public var width = 0
        /// The most rows of a table; 0 for all.
        public var rows = 0
        /// Whether amounts are masked.
        public var isPrivate = false
        /// Whether lines and bars may be other than ASCII.
        public var isUnicode = true

        /// All of a table, for a file.
        public init() {}
    }

    /// A request to run a script.
    public init(name: String, text: String) { (self.name, self.text) = (name, text) }

    /// Bytes of the longest script: nobody writes one of that length, and nobody reads it.
    public static let longestScript = 4 << 20

    /// Bytes of the longest script with all else.
    public static let longestPayload = 256 << 20

    /// Reads it to its end.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(name: try reader.text(), text: try reader.text())
        function = try reader.body()
        arguments = try reader.texts()
        (limits.milliseconds, limits.heap, limits.output) = (Int(clamping: try reader.long()), Int(clamping: try reader.long()), Int(clamping: try reader.long()))
        let flags = try reader.byte()
        (isWeak, isDryRun, isProbe, layout.isPrivate, layout.isUnicode) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0, flags & 8 != 0, flags & 16 != 0)
        let allowed = try reader.text()
        do throws(SandboxPermissions.Mistake) { permissions = try SandboxPermissions(allowed.split(separator: "\n").map(String.init)) } catch { throw BrokenMessage() }
        parent = Int32(bitPattern: try reader.word())
        book = try reader.text()
        today = try reader.text()
        layout.format = try reader.text()
        (layout.width, layout.rows) = (Int(try reader.word()), Int(try reader.word()))
    }

    /// Writes it.
    public func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(text)
        writer.add(function)
        writer.add(arguments)
        for number in [limits.milliseconds, limits.heap, limits.output] { writer.add(UInt64(clamping: number)) }
        let flags = [isWeak, isDryRun, isProbe, layout.isPrivate, layout.isUnicode]
        writer.add(flags.enumerated().reduce(UInt8(0)) { $1.element ? $0 | 1 << UInt8($1.offset) : $0 })
        writer.add(permissions.words.joined(separator: "\n"))
        writer.add(UInt32(bitPattern: parent))
        writer.add(book)
        writer.add(today)
        writer.add(layout.format)
        writer.add(UInt32(clamping: layout.width))
        writer.add(UInt32(clamping: layout.rows))
    }
}
