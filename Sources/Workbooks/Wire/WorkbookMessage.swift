public import Messages

/// What luca tells `luca-sheet`, in this order: what the workbook is, then for each sheet its layout and its cells, then that this was all.
public enum WorkbookMessage: Message, Hashable {
    /// A workbook begins.
    case begin(WorkbookProperties)
    /// A sheet begins.
    case sheet(SheetLayout)
    /// The next cells of the table of the sheet, row by row.
    case cells([SheetCell])
    /// The workbook is whole.
    case end

    static let cellsTag: UInt8 = 3

    /// Bytes of the longest payload that is accepted: more than a row of the most columns has, unless its texts are books.
    public static let longestPayload = 1 << 28

    /// Writes the kind, and what belongs to it.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .begin(let properties):
            writer.add(1 as UInt8)
            writer.add(properties)
        case .sheet(let layout):
            writer.add(2 as UInt8)
            writer.add(layout)
        case .cells(let cells):
            writer.add(Self.cellsTag)
            for cell in cells { writer.add(cell) }
        case .end: writer.add(4 as UInt8)
        }
    }

    /// Reads a payload.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 1: self = .begin(try WorkbookProperties(from: &reader))
        case 2: self = .sheet(try SheetLayout(from: &reader))
        case Self.cellsTag:
            var cells: [SheetCell] = []
            while !reader.isAtEnd { cells.append(try SheetCell(from: &reader)) }
            self = .cells(cells)
        case 4: self = .end
        default: throw BrokenMessage()
        }
    }
}

/// What `luca-sheet` answers: a frame, behind which the bytes of the file stand, or why there is none.
public enum SheetAnswer: Message, Hashable {
    /// The file follows, so many bytes long. What of the workbook did not come into it as it is, in sentences.
    case file(byteCount: Int, warnings: [String])
    /// There is no file: why, as a sentence without a full stop.
    case failure(String)

    /// Bytes of the longest payload that is accepted.
    public static let longestPayload = 1 << 20

    /// The most bytes, those of the file among them, of an answer that begins so.
    public static func length(of beginning: [UInt8]) -> Int {
        switch first(of: beginning) {
        case (.file(let bytes, _), let count)?: bytes.addingReportingOverflow(count).overflow ? .max : bytes + count
        case (.failure, let count)?: count
        case nil: 4 + longestPayload
        }
    }

    /// Writes the kind, and what belongs to it.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .file(let byteCount, let warnings):
            writer.add(1 as UInt8)
            writer.add(byteCount)
            writer.add(warnings)
        case .failure(let reason):
            writer.add(2 as UInt8)
            writer.add(reason)
        }
    }

    /// Reads a payload.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 1:
            let count = try reader.number()
            guard count >= 0 else { throw BrokenMessage() }
            self = .file(byteCount: count, warnings: try reader.texts())
        case 2: self = .failure(try reader.text())
        default: throw BrokenMessage()
        }
    }
}
