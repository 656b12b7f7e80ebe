import Drawing
import Frames

/// A rectangle of a picture, in points.
struct Box: Hashable {
    var left: Double, top: Double, right: Double, bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
    var middle: Point { Point((left + right) / 2, (top + bottom) / 2) }

    /// Whether two rectangles have more than an edge in common, each being so much wider on all sides.
    func overlaps(_ other: Box, apart: Double = 0) -> Bool {
        left < other.right + apart && other.left < right + apart && top < other.bottom && other.top < bottom
    }
}

/// A picture in the making, which refuses a text that would touch another one or leave the frame.
struct Canvas {
    let width: Double
    let height: Double
    private(set) var elements: [Scene.Element] = []
    private var texts: [Box] = []

    /// Sizes of fonts: of titles, of names beside marks, and of ticks and captions.
    static let titleSize = 14.0, nameSize = 11.0, tickSize = 10.0
    /// How far everything stays from the edge of the frame.
    static let margin = 12.0

    init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    mutating func add(_ shape: Shape) { elements.append(.shape(shape)) }

    /// A straight line.
    mutating func line(_ from: Point, _ to: Point, _ ink: Ink, width: Double = 1, dash: [Double] = []) {
        add(Shape(.path([.move(from), .line(to)]), stroke: ink, strokeWidth: width, dash: dash))
    }

    /// A rectangle with its corners kept in order; nothing where it has no area.
    mutating func rectangle(_ box: Box, _ ink: Ink, opacity: Double = 1, tip: String = "") {
        let (left, right) = (min(box.left, box.right), max(box.left, box.right)), (top, bottom) = (min(box.top, box.bottom), max(box.top, box.bottom))
        add(Shape(.rectangle(Point(left, top), width: right - left, height: bottom - top), fill: ink, fillOpacity: opacity, tip: tip))
    }

    /// Where a text stands: from the top of its capital letters to below its base line.
    static func box(_ text: Text) -> Box {
        let width = TextMetrics.width(of: text.string, size: text.size, isBold: text.isBold)
        let left =
            switch text.anchor {
            case .start: text.place.x
            case .middle: text.place.x - width / 2
            case .end: text.place.x - width
            }
        return Box(left: left, top: text.place.y - text.size * 0.76, right: left + width, bottom: text.place.y + text.size * 0.24)
    }

    /// Whether a text has room: within the frame, and touching no other.
    func hasRoom(_ text: Text, apart: Double = 2) -> Bool {
        let box = Self.box(text)
        guard box.left >= 0, box.right <= width, box.top >= 0, box.bottom <= height else { return false }
        return !texts.contains { box.overlaps($0, apart: apart) }
    }

    /// Writes a text where it has room; tells whether it had.
    @discardableResult
    mutating func write(_ text: Text, apart: Double = 2) -> Bool {
        guard !text.string.isEmpty, hasRoom(text, apart: apart) else { return false }
        elements.append(.text(text))
        texts.append(Self.box(text))
        return true
    }

    /// A text moved sideways so far that it stays within the frame.
    func within(_ text: Text) -> Text {
        var text = text
        let box = Self.box(text)
        if box.left < 2 { text.place.x += 2 - box.left } else if box.right > width - 2 { text.place.x -= box.right - width + 2 }
        return text
    }

    /// A text broken at its blanks into lines no wider than a width; a word that is wider is shortened.
    static func wrapped(_ text: String, to width: Double, size: Double) -> [String] {
        var lines: [String] = [], line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if TextMetrics.width(of: longer, size: size) <= width {
                line = longer
            } else {
                if !line.isEmpty { lines.append(line) }
                line = TextMetrics.shortened(String(word), to: width, size: size)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension Box {
    /// The rectangle without so much on its sides.
    func without(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Box {
        Box(left: self.left + left, top: self.top + top, right: max(self.left + left + 1, self.right - right), bottom: max(self.top + top + 1, self.bottom - bottom))
    }
}

/// Writes title and caption into a picture, and says what is left for the chart.
struct Surroundings {
    /// The lines of the caption.
    let caption: [String]
    /// The notes that have no room in it.
    private(set) var withoutRoom: [String] = []
    /// What is left between title and caption.
    let inner: Box

    /// The caption's lines are few where the picture is low; notes that have no room are counted.
    init(title: String, notes: [String], on canvas: inout Canvas) {
        let room = canvas.width - 2 * Canvas.margin, lineHeight = Canvas.tickSize * 1.3
        let most = max(canvas.height < 90 ? 0 : 1, min(4, Int(canvas.height * 0.2 / lineHeight)))
        var lines: [String] = []
        for (number, note) in notes.enumerated() {
            let sentence = note.prefix(1).uppercased() + note.dropFirst()
            let more = Canvas.wrapped(sentence, to: room, size: Canvas.tickSize), rest = notes.count - number
            if lines.count + more.count <= most - (rest > 1 ? 1 : 0) {
                lines += more
                continue
            }
            withoutRoom = Array(notes[number...])
            // A note is told whole or counted, except for one that is alone longer than the room.
            if lines.isEmpty, rest == 1, most > 0 {
                lines = Array(more.prefix(most))
                lines[most - 1] = TextMetrics.shortened(lines[most - 1] + " …", to: room, size: Canvas.tickSize)
            } else if most > 0 {
                lines.append(
                    TextMetrics.shortened(
                        lines.isEmpty ? "\(rest) notes have no room here" : "\(rest) more \(rest == 1 ? "note has" : "notes have") no room here", to: room, size: Canvas.tickSize))
            }
            break
        }
        caption = lines
        var top = Canvas.margin
        if !title.isEmpty {
            let text = TextMetrics.shortened(title, to: room, size: Canvas.titleSize, isBold: true)
            canvas.write(Text(text, at: Point(Canvas.margin, Canvas.margin + Canvas.titleSize * 0.78), size: Canvas.titleSize, isBold: true))
            top += Canvas.titleSize + 8
        }
        var bottom = canvas.height - Canvas.margin
        for (number, line) in lines.enumerated() {
            canvas.write(Text(line, at: Point(Canvas.margin, canvas.height - Canvas.margin - Double(lines.count - 1 - number) * lineHeight), size: Canvas.tickSize, ink: .muted))
        }
        if !lines.isEmpty { bottom -= Double(lines.count) * lineHeight + 4 }
        inner = Box(left: Canvas.margin, top: top, right: canvas.width - Canvas.margin, bottom: max(top + 1, bottom))
    }
}
