/// A picture of character cells: dots of Braille, eight a cell, or where only ASCII is allowed one mark a cell; and letters over them.
struct TextCanvas {
    /// How many cells a row has.
    let columns: Int
    /// How many rows there are.
    let rows: Int
    private let isUnicode: Bool
    /// For each cell the dots that are set.
    private var dots: [UInt8]
    /// For each cell the character that stands in it and hides the dots; 0 for none.
    private var characters: [UInt32]
    /// For each cell the ink of what was drawn last.
    private var inks: [TerminalInk]

    /// An empty picture of so many cells.
    init(columns: Int, rows: Int, isUnicode: Bool) {
        (self.columns, self.rows, self.isUnicode) = (columns, rows, isUnicode)
        dots = Array(repeating: 0, count: columns * rows)
        characters = Array(repeating: 0, count: columns * rows)
        inks = Array(repeating: .plain, count: columns * rows)
    }

    /// How many points stand side by side in a cell.
    var pointsAcross: Int { isUnicode ? 2 : 1 }
    /// How many points stand on one another in a cell.
    var pointsDown: Int { isUnicode ? 4 : 1 }
    /// How many points stand side by side.
    var width: Int { columns * pointsAcross }
    /// How many points stand on one another.
    var height: Int { rows * pointsDown }

    /// The point of a part of the width: 0 the first, 1 the last.
    func column(_ part: Double) -> Int { Int((min(max(part, 0), 1) * Double(width - 1)).rounded()) }
    /// The point of a part of the height: 0 the lowest, 1 the highest.
    func row(_ part: Double) -> Int { height - 1 - Int((min(max(part, 0), 1) * Double(height - 1)).rounded()) }

    /// The bits of the eight dots, row by row. Source: Unicode, block Braille Patterns.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Sets a point; `mark` is what stands for it in ASCII.
    mutating func set(_ x: Int, _ y: Int, _ ink: TerminalInk, mark: Unicode.Scalar) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        if isUnicode {
            let cell = (y >> 2) * columns + x >> 1
            dots[cell] |= Self.bits[(y & 3) << 1 | x & 1]
            inks[cell] = ink
        } else {
            characters[y * columns + x] = mark.value
            inks[y * columns + x] = ink
        }
    }

    /// Puts a character into a cell, over its dots.
    mutating func put(_ character: Unicode.Scalar, column: Int, row: Int, _ ink: TerminalInk) {
        guard column >= 0, row >= 0, column < columns, row < rows else { return }
        characters[row * columns + column] = character.value
        inks[row * columns + column] = ink
    }

    /// Whether nothing was drawn in a cell.
    func isEmpty(column: Int, row: Int) -> Bool { dots[row * columns + column] == 0 && characters[row * columns + column] == 0 }

    /// Sets the points of a straight line, by Bresenham's algorithm.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ ink: TerminalInk, mark: Unicode.Scalar) {
        var (x, y) = start
        let (dx, dy) = (abs(end.x - x), -abs(end.y - y)), (stepX, stepY) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
        var error = dx + dy
        while true {
            set(x, y, ink, mark: mark)
            if x == end.x, y == end.y { return }
            let twice = 2 * error
            if twice >= dy {
                error += dy
                x += stepX
            }
            if twice <= dx {
                error += dx
                y += stepY
            }
        }
    }

    /// A row as text, without blanks at its end.
    func text(row: Int, _ style: TerminalStyle) -> String {
        let cells = row * columns..<(row + 1) * columns
        guard let last = cells.last(where: { dots[$0] != 0 || characters[$0] != 0 }) else { return "" }
        var text = "", run = "", ink = TerminalInk.plain
        for cell in cells.lowerBound...last {
            let value = characters[cell] != 0 ? characters[cell] : dots[cell] != 0 ? 0x2800 + UInt32(dots[cell]) : 0x20
            if value != 0x20, inks[cell] != ink {
                text += style.painted(run, ink)
                (run, ink) = ("", inks[cell])
            }
            run.unicodeScalars.append(Unicode.Scalar(value) ?? " ")
        }
        return text + style.painted(run, ink)
    }

    /// How many columns of a row its text takes.
    func textWidth(row: Int) -> Int {
        let cells = row * columns..<(row + 1) * columns
        return (cells.last { dots[$0] != 0 || characters[$0] != 0 }).map { $0 - cells.lowerBound + 1 } ?? 0
    }
}
