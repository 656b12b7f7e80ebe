package import Messages

extension PrintedDocument: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(title)
        writer.add(subtitle)
        writer.add(footer)
        writer.add(paper.rawValue)
        writer.add(orientation.rawValue)
        details.write(to: &writer)
        writer.add(String(decimalMark))
        writer.add(blocks)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let title = try reader.text(), subtitle = try reader.text(), footer = try reader.text()
        let paper = try reader.choice(Paper.self), orientation = try reader.choice(Orientation.self), details = try FileDetails(from: &reader)
        let mark = try reader.text()
        guard let decimalMark = mark.first, mark.count == 1 else { throw BrokenMessage() }
        self.init(
            title: title, subtitle: subtitle, footer: footer, paper: paper, orientation: orientation, details: details, decimalMark: decimalMark, blocks: try reader.list())
    }
}

extension FileDetails: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(author)
        writer.add(subject)
        writer.add(created)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) { self.init(author: try reader.text(), subject: try reader.text(), created: try reader.text()) }
}

extension PrintedDocument.Block: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .heading(let text, let level):
            writer.add(UInt8(0))
            writer.add(text)
            writer.add(level)
        case .paragraph(let text):
            writer.add(UInt8(1))
            writer.add(text)
        case .figures(let figures):
            writer.add(UInt8(2))
            writer.add(figures)
        case .table(let table):
            writer.add(UInt8(3))
            table.write(to: &writer)
        case .scene(let scene):
            writer.add(UInt8(4))
            scene.write(to: &writer)
        case .note(let text):
            writer.add(UInt8(5))
            writer.add(text)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .heading(try reader.text(), level: try reader.number())
        case 1: self = .paragraph(try reader.text())
        case 2: self = .figures(try reader.list())
        case 3: self = .table(try PrintedTable(from: &reader))
        case 4: self = .scene(try Scene(from: &reader))
        case 5: self = .note(try reader.text())
        default: throw BrokenMessage()
        }
    }
}

extension PrintedFigure: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(value)
        writer.add(note)
        writer.add(tone.rawValue)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(name: try reader.text(), value: try reader.text(), note: try reader.text(), tone: try reader.choice())
    }
}

extension PrintedTable: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(caption)
        writer.add(columns)
        writer.add(rows)
        writer.add(leadingColumns)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(caption: try reader.text(), columns: try reader.list(), rows: try reader.list(), leadingColumns: try reader.number())
    }
}

extension PrintedTable.Column: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(heading)
        writer.add(alignment.rawValue)
        writer.add(priority)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(try reader.text(), alignment: try reader.choice(), priority: try reader.number())
    }
}

extension PrintedTable.Row: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(role.rawValue)
        writer.add(cells)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let role = try reader.choice(PrintedTable.Role.self)
        self.init(try reader.list(), role: role)
    }
}

extension PrintedTable.Cell: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(text)
        writer.add(tone.rawValue)
        writer.add(isBold)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) { self.init(try reader.text(), tone: try reader.choice(), isBold: try reader.flag()) }
}
