import Values

/// A column as programs read it: exact values in their shortest form, ISO dates, nothing rounded, nothing set apart.
struct ExportColumn {
    let name: String
    let storage: ColumnStorage
    /// What stands for a value that is private; nil where values are shown.
    let mask: String?

    init(_ column: Column, _ options: RenderOptions) throws(FrameError) {
        name = column.name
        storage = try column.materialize()
        mask = options.privacy && column.schema.isPrivate ? options.mask : nil
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
    func exportColumns(_ options: RenderOptions) throws(FrameError) -> [ExportColumn] {
        var columns: [ExportColumn] = []
        for column in self.columns { columns.append(try ExportColumn(column, options)) }
        return columns
    }

    /// Writes rows one after the other and hands the bytes on whenever many have come together.
    func writeRows(
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
