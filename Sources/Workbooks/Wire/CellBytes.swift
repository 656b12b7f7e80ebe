package import Messages
public import Values

/// Writes the cells of rows, one after the other, as the bytes that `luca-sheet` reads.
public struct RowWriter {
    private var writer = MessageWriter()
    /// How many cells were written since the bytes were last taken.
    private(set) var cellCount = 0

    init() { clear() }

    /// Whether so many bytes have come together that they are better sent.
    var isFull: Bool { writer.count > 1 << 16 }

    /// The cells so far as a frame; the next ones begin another.
    mutating func take() -> [UInt8] {
        defer { clear() }
        return writer.finish()
    }

    private mutating func clear() {
        writer = MessageWriter()
        writer.add(WorkbookMessage.cellsTag)
        cellCount = 0
    }

    /// A cell without a value.
    public mutating func blank() { cell(.blank) }

    /// A number, which must be finite.
    public mutating func number(_ number: Double) {
        precondition(number.isFinite, "a cell holds no infinity")
        cell(.number(number))
    }

    /// A text, whatever it begins with.
    public mutating func text(_ text: String) { cell(.text(text)) }

    /// A text in UTF-8.
    public mutating func text(utf8: UnsafeBufferPointer<UInt8>) {
        writer.add(SheetCell.textTag)
        writer.add(utf8: utf8)
        cellCount += 1
    }

    /// A date.
    public mutating func day(_ day: Day) { cell(.day(day)) }

    /// A moment.
    public mutating func instant(_ instant: Instant) { cell(.instant(instant)) }

    /// Yes or no.
    public mutating func truth(_ isTrue: Bool) { cell(.truth(isTrue)) }

    /// A cell.
    public mutating func cell(_ cell: SheetCell) {
        cell.write(to: &writer)
        cellCount += 1
    }
}

extension SheetCell: MessageValue {
    /// What stands before a text.
    fileprivate static let textTag: UInt8 = 2

    package func write(to writer: inout MessageWriter) {
        switch self {
        case .blank: writer.add(0 as UInt8)
        case .number(let number):
            writer.add(1 as UInt8)
            writer.add(number)
        case .text(let text):
            writer.add(Self.textTag)
            writer.add(text)
        case .day(let day):
            writer.add(3 as UInt8)
            writer.add(UInt32(bitPattern: day.number))
        case .instant(let instant):
            writer.add(4 as UInt8)
            writer.add(UInt64(bitPattern: instant.microseconds))
        case .truth(let isTrue): writer.add((isTrue ? 6 : 5) as UInt8)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .blank
        case 1: self = .number(try reader.double())
        case Self.textTag: self = .text(try reader.text())
        case 3:
            let number = Int32(bitPattern: try reader.word())
            guard (Day.min.number...Day.max.number).contains(number) else { throw BrokenMessage() }
            self = .day(Day(number: number))
        case 4: self = .instant(Instant(microseconds: Int64(bitPattern: try reader.long())))
        case 5: self = .truth(false)
        case 6: self = .truth(true)
        default: throw BrokenMessage()
        }
    }
}
