package import Messages

extension Scene: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(width)
        writer.add(height)
        writer.add(title)
        writer.add(summary)
        writer.add(elements)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(width: try reader.double(), height: try reader.double(), title: try reader.text(), summary: try reader.text(), elements: try reader.list())
    }
}

extension Scene.Element: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .shape(let shape):
            writer.add(UInt8(0))
            shape.write(to: &writer)
        case .text(let text):
            writer.add(UInt8(1))
            text.write(to: &writer)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .shape(try Shape(from: &reader))
        case 1: self = .text(try Text(from: &reader))
        default: throw BrokenMessage()
        }
    }
}

extension Point: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(x)
        writer.add(y)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) { self.init(try reader.double(), try reader.double()) }
}

extension PathStep: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .move(let place):
            writer.add(UInt8(0))
            place.write(to: &writer)
        case .line(let place):
            writer.add(UInt8(1))
            place.write(to: &writer)
        case .curve(let first, let second, let place):
            writer.add(UInt8(2))
            for point in [first, second, place] { point.write(to: &writer) }
        case .close: writer.add(UInt8(3))
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .move(try Point(from: &reader))
        case 1: self = .line(try Point(from: &reader))
        case 2: self = .curve(try Point(from: &reader), try Point(from: &reader), try Point(from: &reader))
        case 3: self = .close
        default: throw BrokenMessage()
        }
    }
}

extension Shape.Outline: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .path(let steps):
            writer.add(UInt8(0))
            writer.add(steps)
        case .rectangle(let corner, let width, let height):
            writer.add(UInt8(1))
            corner.write(to: &writer)
            writer.add(width)
            writer.add(height)
        case .circle(let centre, let radius):
            writer.add(UInt8(2))
            centre.write(to: &writer)
            writer.add(radius)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .path(try reader.list())
        case 1: self = .rectangle(try Point(from: &reader), width: try reader.double(), height: try reader.double())
        case 2: self = .circle(try Point(from: &reader), radius: try reader.double())
        default: throw BrokenMessage()
        }
    }
}

extension Shape: MessageValue {
    package func write(to writer: inout MessageWriter) {
        outline.write(to: &writer)
        writer.add(fill)
        writer.add(fillOpacity)
        writer.add(stroke)
        writer.add(strokeWidth)
        writer.add(dash)
        writer.add(tip)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(
            try Outline(from: &reader), fill: try reader.optional(), fillOpacity: try reader.double(), stroke: try reader.optional(), strokeWidth: try reader.double(),
            dash: try reader.doubles(), tip: try reader.text())
    }
}

extension Text: MessageValue {
    private static let anchors: [Anchor] = [.start, .middle, .end]

    package func write(to writer: inout MessageWriter) {
        writer.add(string)
        place.write(to: &writer)
        writer.add(size)
        writer.add(isBold)
        writer.add(UInt8(Self.anchors.firstIndex(of: anchor) ?? 0))
        ink.write(to: &writer)
        writer.add(isVertical)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let string = try reader.text(), place = try Point(from: &reader), size = try reader.double(), isBold = try reader.flag()
        let anchor = Int(try reader.byte())
        guard Self.anchors.indices.contains(anchor) else { throw BrokenMessage() }
        self.init(string, at: place, size: size, isBold: isBold, anchor: Self.anchors[anchor], ink: try Ink(from: &reader), isVertical: try reader.flag())
    }
}

extension Ink: MessageValue {
    /// How many colours may stand within one another; a picture has one within another at most.
    private static let deepest = 8

    package func write(to writer: inout MessageWriter) {
        switch self {
        case .background: writer.add(UInt8(0))
        case .text: writer.add(UInt8(1))
        case .muted: writer.add(UInt8(2))
        case .grid: writer.add(UInt8(3))
        case .axis: writer.add(UInt8(4))
        case .series(let index):
            writer.add(UInt8(5))
            writer.add(index)
        case .seriesText(let index):
            writer.add(UInt8(6))
            writer.add(index)
        case .gain: writer.add(UInt8(7))
        case .loss: writer.add(UInt8(8))
        case .neutral: writer.add(UInt8(9))
        case .sequential(let value):
            writer.add(UInt8(10))
            writer.add(value)
        case .diverging(let value):
            writer.add(UInt8(11))
            writer.add(value)
        case .readable(let ground):
            writer.add(UInt8(12))
            ground.write(to: &writer)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .background
        case 1: self = .text
        case 2: self = .muted
        case 3: self = .grid
        case 4: self = .axis
        case 5: self = .series(try reader.number())
        case 6: self = .seriesText(try reader.number())
        case 7: self = .gain
        case 8: self = .loss
        case 9: self = .neutral
        case 10: self = .sequential(try reader.double())
        case 11: self = .diverging(try reader.double())
        case 12:
            reader.depth += 1
            guard reader.depth <= Self.deepest else { throw BrokenMessage() }
            self = .readable(on: try Ink(from: &reader))
            reader.depth -= 1
        default: throw BrokenMessage()
        }
    }
}
