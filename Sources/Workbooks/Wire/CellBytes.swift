public import Values

/// Writes the cells of rows, one after the other, as the bytes that `luca-sheet` reads.
public struct RowWriter {
    private var writer = WireWriter()
    /// How many cells were written since the bytes were last taken.
    private(set) var cellCount = 0

    init() { clear() }

    /// Whether so many bytes have come together that they are better sent.
    var isFull: Bool { writer.bytes.count > 1 << 16 }

    /// The cells so far as a frame; the next ones begin another.
    mutating func take() -> [UInt8] {
        writer.close()
        defer { clear() }
        return writer.bytes
    }

    private mutating func clear() {
        writer = WireWriter()
        writer.add(raw: 0 as UInt32)
        writer.add(WorkbookMessage.cellsTag)
        cellCount = 0
    }

    /// A cell without a value.
    public mutating func blank() { tag(0) }

    /// A number, which must be finite.
    public mutating func number(_ number: Double) {
        precondition(number.isFinite, "a cell holds no infinity")
        tag(1)
        writer.add(raw: number.bitPattern)
    }

    /// A text, whatever it begins with.
    public mutating func text(_ text: String) {
        tag(2)
        writer.add(text)
    }

    /// A text in UTF-8.
    public mutating func text(utf8: UnsafeBufferPointer<UInt8>) {
        tag(2)
        writer.add(utf8)
    }

    /// A date.
    public mutating func day(_ day: Day) {
        tag(3)
        writer.add(raw: day.number)
    }

    /// A moment.
    public mutating func instant(_ instant: Instant) {
        tag(4)
        writer.add(raw: instant.microseconds)
    }

    /// Yes or no.
    public mutating func truth(_ isTrue: Bool) { tag(isTrue ? 6 : 5) }

    /// A cell.
    public mutating func cell(_ cell: SheetCell) {
        switch cell {
        case .blank: blank()
        case .number(let number): self.number(number)
        case .text(let text): self.text(text)
        case .day(let day): self.day(day)
        case .instant(let instant): self.instant(instant)
        case .truth(let isTrue): truth(isTrue)
        }
    }

    private mutating func tag(_ tag: UInt8) {
        writer.add(tag)
        cellCount += 1
    }
}

extension SheetCell {
    /// Reads a cell that a `RowWriter` wrote; nil where the bytes are none.
    init?(from reader: inout WireReader) {
        switch reader.byte() {
        case 0: self = .blank
        case 1:
            guard let number = reader.value(Double.self) else { return nil }
            self = .number(number)
        case 2:
            guard let text = reader.text() else { return nil }
            self = .text(text)
        case 3:
            guard let number = reader.raw(Int32.self), (Day.min.number...Day.max.number).contains(number) else { return nil }
            self = .day(Day(number: number))
        case 4:
            guard let microseconds = reader.raw(Int64.self) else { return nil }
            self = .instant(Instant(microseconds: microseconds))
        case 5: self = .truth(false)
        case 6: self = .truth(true)
        default: return nil
        }
    }
}
