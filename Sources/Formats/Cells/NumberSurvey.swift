/// Finds the decimal mark of a file from all its numbers together.
///
/// `1,234.56` tells the point, `1.234,56` and `12,5` tell the comma. `1,234` alone could be either: where nothing else tells, the
/// reader asks rather than being wrong by a thousand. `1.234` alone is read with a point, except in a file whose fields are parted by
/// semicolons, which programs write where the comma is the decimal mark.
struct NumberSurvey {
    /// Cells that tell one thing: how many, and the line and the text of the first.
    struct Witness: Equatable {
        var count = 0
        var line = 0
        var text = ""

        mutating func add(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
            if count == 0 {
                self.line = line
                text = MessageText.cell(cell)
            }
            count += 1
        }
    }

    private(set) var point = Witness()
    private(set) var comma = Witness()
    private(set) var unsurePoint = Witness()
    private(set) var unsureComma = Witness()

    /// Looks at a cell of numbers.
    @inline(__always)
    mutating func add(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
        var points = 0
        var commas = 0
        var lastMark = -1
        for index in 0..<cell.count {
            let byte = cell[index]
            if byte == UInt8(ascii: ".") {
                points += 1
                lastMark = index
            } else if byte == UInt8(ascii: ",") {
                commas += 1
                lastMark = index
            }
        }
        guard lastMark >= 0, cell.contains(where: isDigit) else { return }
        weigh(cell, points: points, commas: commas, lastMark: lastMark, line: line)
    }

    @inline(__always)
    private mutating func weigh(_ cell: UnsafeBufferPointer<UInt8>, points: Int, commas: Int, lastMark: Int, line: Int) {
        let lastIsPoint = cell[lastMark] == UInt8(ascii: ".")
        if points > 0, commas > 0 {
            // The mark that comes last parts the fraction, and only once; otherwise the cell is no number and tells nothing.
            if lastIsPoint, points == 1 { point.add(cell, line: line) }
            if !lastIsPoint, commas == 1 { comma.add(cell, line: line) }
            return
        }
        if points > 1 { return comma.add(cell, line: line) }
        if commas > 1 { return point.add(cell, line: line) }
        guard couldGroup(cell, at: lastMark) else {
            if lastIsPoint { point.add(cell, line: line) } else { comma.add(cell, line: line) }
            return
        }
        if lastIsPoint { unsurePoint.add(cell, line: line) } else { unsureComma.add(cell, line: line) }
    }

    /// Whether the only mark of a cell may stand between thousands: one to three digits before it, not a single zero, and exactly three after it.
    private func couldGroup(_ cell: UnsafeBufferPointer<UInt8>, at mark: Int) -> Bool {
        var before = 0
        while mark - before - 1 >= 0, isDigit(cell[mark - before - 1]) { before += 1 }
        var after = 0
        while mark + after + 1 < cell.count, isDigit(cell[mark + after + 1]) { after += 1 }
        return after == 3 && before >= 1 && before <= 3 && cell[mark - before] != UInt8(ascii: "0")
    }

    /// The decimal mark of the file, or the question to ask.
    func verdict(delimiter: UInt8) throws(ImportIssue) -> DecimalMark {
        if point.count > 0 || comma.count > 0 {
            let (most, least) = point.count >= comma.count ? (point, comma) : (comma, point)
            // A few cells of the other kind are mistakes, and are refused one by one; a divided file is a question.
            guard most.count >= 9 * least.count else {
                throw ImportIssue(
                    .ambiguousNumbers, line: least.line, text: least.text,
                    message: "numbers are written in two ways: \(most.text) on line \(most.line), \(least.text) on line \(least.line)",
                    hint: "say decimal_mark=\"point\" or \"comma\"; numbers of the other kind are then refused one by one")
            }
            return point.count >= comma.count ? .point : .comma
        }
        let doubtful = unsureComma.count > 0 ? unsureComma : unsurePoint
        let pointIsNatural = unsureComma.count == 0 && (delimiter != UInt8(ascii: ";") || unsurePoint.count == 0)
        guard pointIsNatural else {
            throw ImportIssue(
                .ambiguousNumbers, line: doubtful.line, text: doubtful.text,
                message: "\(doubtful.text) may have thousands or three decimals, and no number of the file tells which",
                hint: "say decimal_mark=\"point\" or \"comma\"")
        }
        return .point
    }
}

/// Whether a byte is an ASCII digit.
@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// The decimal mark of a file. The other one of the two groups digits by three.
public enum DecimalMark: String, CaseIterable, Sendable {
    /// `1234.5`
    case point = "."
    /// `1234,5`
    case comma = ","

    var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
    var groupByte: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
    /// The words for it in a message.
    var word: String { self == .point ? "point" : "comma" }
}
