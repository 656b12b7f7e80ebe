import Values

/// A column as programs read it: exact values in their shortest form, ISO dates, nothing rounded, nothing set apart.
private struct ExportColumn {
    /// The name of the column.
    let name: String
    /// Its values.
    let storage: ColumnStorage
    /// The text written for a value that is masked; nil where values are shown.
    let mask: String?
    /// The options that texts are written with where amounts are masked; nil where all is shown.
    let hiding: RenderOptions?

    /// A column, computed.
    init(_ column: Column, _ options: RenderOptions) throws(FrameError) {
        name = column.name
        storage = try column.materialize()
        mask = options.privacy && column.schema.isPrivate ? options.mask : nil
        hiding = options.privacy && storage.type == .text ? options : nil
    }

    /// Writes a value other than a text; it needs no quotes of CSV and no escapes of JSON. Nothing is written for no value.
    @inline(__always)
    func appendPlain(_ row: Int, to writer: inout ByteWriter) {
        switch storage.type {
        case .int:
            let value = storage.ints[row]
            if value != Missing.int { writer.append(int: value) }
        case .decimal:
            let value = storage.decimals[row]
            if value != .absent { writer.append(decimal: value) }
        case .day:
            let value = storage.days[row]
            if value != Missing.day { writer.append(day: value) }
        case .instant:
            let value = storage.instants[row]
            if value != Missing.instant { writer.append(instant: value) }
        case .bool:
            let value = storage.bools[row]
            if value != Missing.bool { writer.append(value == 1 ? "true" : "false") }
        case .text:
            break
        }
    }
}

extension Frame {
    /// The columns, all computed: an error comes before anything is written.
    private func exportColumns(_ options: RenderOptions) throws(FrameError) -> [ExportColumn] {
        var columns: [ExportColumn] = []
        for column in self.columns { columns.append(try ExportColumn(column, options)) }
        return columns
    }

    /// Writes rows one after the other and hands the bytes on whenever many have come together.
    private func writeRows(
        _ writer: inout ByteWriter, to sink: (UnsafeBufferPointer<UInt8>) throws -> Void, row: (Int, inout ByteWriter) -> Void
    ) throws {
        for index in 0..<rowCount {
            row(index, &writer)
            if writer.count >= 1 << 16 {
                try sink(writer.bytes)
                writer.clear()
            }
        }
    }
}

extension Frame {
    /// The frame as comma-separated values after RFC 4180, with a line of names first; lines end with a line feed.
    ///
    /// Decimals are exact and in their shortest form, dates are ISO. No value is an empty field, and an empty text is `""`. A field is
    /// quoted where a comma, a quote, a line end or a space at its ends asks for it. A text that begins with `=`, `+`, `-` or `@` is
    /// written as it is: some spreadsheets take it for a formula, and to change it would change the data.
    /// Row limit and width of the options are for people and do not count here.
    public func csv(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        var writer = ByteWriter(capacity: 1 << 12)
        appendCSV(try exportColumns(options), to: &writer)
        return writer.text
    }

    /// Writes the frame as comma-separated values, piece by piece; see `csv(_:)`.
    func writeCSV(_ options: RenderOptions, to sink: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        let columns = try exportColumns(options)
        var writer = ByteWriter()
        writer.appendCSVHeader(columns)
        try writeRows(&writer, to: sink) { row, writer in writer.appendCSVRow(columns, row) }
        try sink(writer.bytes)
    }

    private func appendCSV(_ columns: [ExportColumn], to writer: inout ByteWriter) {
        writer.appendCSVHeader(columns)
        for row in 0..<rowCount { writer.appendCSVRow(columns, row) }
    }
}

extension ByteWriter {
    fileprivate mutating func appendCSVHeader(_ columns: [ExportColumn]) {
        for (index, column) in columns.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendCSV(field: column.name)
        }
        append(UInt8(ascii: "\n"))
    }

    fileprivate mutating func appendCSVRow(_ columns: [ExportColumn], _ row: Int) {
        for index in columns.indices {
            if index > 0 { append(UInt8(ascii: ",")) }
            let storage = columns[index].storage
            if let mask = columns[index].mask, !storage.isMissing(row) {
                append(mask)
            } else if storage.type == .text {
                let code = storage.codes[row]
                if code >= 0, let hiding = columns[index].hiding {
                    appendCSV(field: hiding.hidingFigures(storage.pool!.text(code), in: columns[index].name))
                } else if code >= 0 {
                    appendCSV(field: storage.pool!.utf8(code))
                }
            } else {
                columns[index].appendPlain(row, to: &self)
            }
        }
        append(UInt8(ascii: "\n"))
    }

    private mutating func appendCSV(field: String) {
        var field = field
        field.withUTF8 { appendCSV(field: $0) }
    }

    private mutating func appendCSV(field: UnsafeBufferPointer<UInt8>) {
        guard Self.needsQuotes(field) else { return append(field) }
        append(UInt8(ascii: "\""))
        for byte in field {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }

    private static func needsQuotes(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = field.first, let last = field.last else { return true }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return true }
        for byte in field where byte < 0x2D {
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return true }
        }
        return false
    }
}

extension Frame {
    /// The frame as a JSON array of objects, one a line.
    ///
    /// Decimals are strings, since a JSON number would be read as a binary float; ints are numbers, dates ISO strings, no value `null`.
    /// Where the frame has warnings, a last object tells them: `{"warnings":[{"kind":"no_rate","message":"…"}]}`.
    /// Row limit and width of the options are for people and do not count here.
    public func json(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        let writing = JSONRows(try exportColumns(options))
        var writer = ByteWriter(capacity: 1 << 12)
        writer.append("[")
        for row in 0..<rowCount { writing.append(row, to: &writer) }
        end(&writer)
        return writer.text
    }

    /// Writes the frame as JSON, piece by piece; see `json(_:)`.
    func writeJSON(_ options: RenderOptions, to sink: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        let writing = JSONRows(try exportColumns(options))
        var writer = ByteWriter()
        writer.append("[")
        try writeRows(&writer, to: sink) { row, writer in writing.append(row, to: &writer) }
        end(&writer)
        try sink(writer.bytes)
    }

    /// Closes the array, behind the warnings where there are any.
    private func end(_ writer: inout ByteWriter) {
        let warnings = warnings
        for (place, warning) in warnings.enumerated() {
            writer.append(place > 0 ? "," : rowCount == 0 ? "\n{\"warnings\":[" : ",\n{\"warnings\":[")
            writer.append("{\"kind\":")
            writer.appendJSON(string: warning.kind)
            writer.append(",\"message\":")
            writer.appendJSON(string: warning.message)
            writer.append("}")
        }
        if !warnings.isEmpty { writer.append("]}") }
        writer.append(rowCount == 0 && warnings.isEmpty ? "]\n" : "\n]\n")
    }
}

/// Writes rows as objects; the names stand ready with their quotes, colons and commas.
private struct JSONRows {
    private let columns: [ExportColumn]
    private let names: [[UInt8]]

    /// The writer of these columns.
    init(_ columns: [ExportColumn]) {
        self.columns = columns
        names = columns.enumerated().map { index, column in
            var writer = ByteWriter(capacity: 64)
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            writer.appendJSON(string: column.name)
            writer.append(UInt8(ascii: ":"))
            return Array(writer.bytes)
        }
    }

    /// Writes a row, behind a comma unless it is the first.
    func append(_ row: Int, to writer: inout ByteWriter) {
        writer.append(row == 0 ? "\n{" : ",\n{")
        for index in columns.indices {
            names[index].withUnsafeBufferPointer { writer.append($0) }
            append(columns[index], row, to: &writer)
        }
        writer.append(UInt8(ascii: "}"))
    }

    private func append(_ column: ExportColumn, _ row: Int, to writer: inout ByteWriter) {
        let storage = column.storage
        if storage.isMissing(row) { return writer.append("null") }
        if let mask = column.mask { return writer.appendJSON(string: mask) }
        switch storage.type {
        case .int, .bool:
            column.appendPlain(row, to: &writer)
        case .decimal, .day, .instant:
            writer.append(UInt8(ascii: "\""))
            column.appendPlain(row, to: &writer)
            writer.append(UInt8(ascii: "\""))
        case .text:
            let code = storage.codes[row]
            if let hiding = column.hiding { return writer.appendJSON(string: hiding.hidingFigures(storage.pool!.text(code), in: column.name)) }
            writer.appendJSON(string: storage.pool!.utf8(code))
        }
    }
}

extension ByteWriter {
    fileprivate mutating func appendJSON(string: String) {
        var string = string
        string.withUTF8 { appendJSON(string: $0) }
    }

    /// A string with its escapes. Bytes that are no UTF-8 become the replacement character, so that what is written is always JSON.
    fileprivate mutating func appendJSON(string: UnsafeBufferPointer<UInt8>) {
        if string.contains(where: { $0 >= 0x80 }) {
            var valid = String(decoding: string, as: UTF8.self)
            valid.withUTF8 { appendEscaped($0) }
        } else {
            appendEscaped(string)
        }
    }

    private mutating func appendEscaped(_ string: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        for byte in string {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0x00..<0x20, 0x7F:
                append("\\u00")
                append(Self.hexDigit(byte >> 4))
                append(Self.hexDigit(byte & 15))
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
