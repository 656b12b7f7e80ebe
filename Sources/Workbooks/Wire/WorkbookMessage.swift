/// What luca tells `luca-sheet`, in this order: what the workbook is, then for each sheet its layout and its cells, then that this was all.
public enum WorkbookMessage: Hashable, Sendable {
    /// A workbook begins.
    case begin(WorkbookProperties)
    /// A sheet begins.
    case sheet(SheetLayout)
    /// The next cells of the table of the sheet, row by row.
    case cells([SheetCell])
    /// The workbook is whole.
    case end

    static let cellsTag: UInt8 = 3

    /// The message as a frame: the length of the payload in four bytes, least significant first, then the payload.
    public var frame: [UInt8] {
        var writer = WireWriter()
        writer.add(raw: 0 as UInt32)
        switch self {
        case .begin(let properties):
            writer.add(1 as UInt8)
            writer.add(properties)
        case .sheet(let layout):
            writer.add(2 as UInt8)
            writer.add(layout)
        case .cells(let cells):
            var rows = RowWriter()
            for cell in cells { rows.cell(cell) }
            return rows.take()
        case .end: writer.add(4 as UInt8)
        }
        writer.close()
        return writer.bytes
    }

    /// Reads the payload of a frame; nil if it is no message, or more than one.
    fileprivate init?(payload: ArraySlice<UInt8>) {
        var reader = WireReader(payload)
        switch reader.byte() {
        case 1:
            guard let properties = reader.value(WorkbookProperties.self) else { return nil }
            self = .begin(properties)
        case 2:
            guard let layout = reader.value(SheetLayout.self) else { return nil }
            self = .sheet(layout)
        case Self.cellsTag:
            var cells: [SheetCell] = []
            while !reader.isAtEnd {
                guard let cell = SheetCell(from: &reader) else { return nil }
                cells.append(cell)
            }
            self = .cells(cells)
        case 4: self = .end
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// Reads the messages of a workbook from bytes that come in pieces of any size.
public struct WorkbookStream: Sendable {
    /// The bytes are no stream of messages; nothing more can be read from it.
    public struct Broken: Error {}

    /// Bytes of the longest payload that is accepted: more than a row of the most columns has, unless its texts are books.
    public static let longest = 1 << 28

    private var bytes: [UInt8] = []
    private var position = 0

    /// A stream without any bytes yet.
    public init() {}

    /// Takes the next bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next message; nil until all of its bytes have come.
    public mutating func next() throws(Broken) -> WorkbookMessage? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw Broken() }
        guard rest.count >= 4 + length else { return nil }
        position += 4 + length
        guard let message = WorkbookMessage(payload: rest.dropFirst(4).prefix(length)) else { throw Broken() }
        return message
    }
}
