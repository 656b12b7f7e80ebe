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
            writer.appendJSON(string: storage.pool!.utf8(storage.codes[row]))
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
