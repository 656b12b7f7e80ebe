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
                if code >= 0 { appendCSV(field: storage.pool!.utf8(code)) }
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
