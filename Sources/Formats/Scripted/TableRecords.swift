/// The records of a table of which nothing is known yet.
public struct TableRecords: Sendable {
    /// What parts the fields.
    public let delimiter: Character
    /// The records that are not blank, from the first.
    public let records: [ScriptedRecord]

    /// Reads a file by the delimiter that makes the most columns in the most records.
    ///
    /// - Throws: what is wrong with a file that is no text, is empty, or is parted by a delimiter that cannot be.
    public init(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportIssue) {
        let result: Result<(UInt8, [ScriptedRecord]), ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ImportIssue) { return .success(try Self.read(bytes, options)) } catch { return .failure(error) }
        }
        let found = try result.get()
        (delimiter, records) = (Character(Unicode.Scalar(found.0)), found.1)
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions) throws(ImportIssue) -> (UInt8, [ScriptedRecord]) {
        let encoding = TextEncoding.detect(bytes)
        if let hint = BinaryFile.hint(bytes, encoding: encoding) { throw ImportIssue(.binaryFile, message: "the file is no text", hint: hint) }
        let text = encoding.transcoded(bytes) ?? Array(bytes)
        var best: (delimiter: UInt8, records: [ScriptedRecord], score: Int)?, fault: ImportIssue?
        for delimiter in try FileHeader.delimiters(options) {
            let result: Result<[ScriptedRecord], ImportIssue> = text.withUnsafeBufferPointer { bytes in
                do throws(ImportIssue) { return .success(try records(bytes, delimiter)) } catch { return .failure(error) }
            }
            switch result {
            case .success(let records):
                let score = score(records)
                if score > best?.score ?? -1 { best = (delimiter, records, score) }
            case .failure(let issue): fault = fault ?? issue
            }
        }
        if best == nil, let fault { throw fault }
        guard let best, !best.records.isEmpty else {
            throw ImportIssue(.emptyFile, message: "the file is empty", hint: "download or export it again, and look whether it is the right one")
        }
        return (best.delimiter, best.records)
    }

    private static func records(_ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8) throws(ImportIssue) -> [ScriptedRecord] {
        var reader = CSVReader(bytes, delimiter: delimiter), records: [ScriptedRecord] = []
        while try TablePass.next(&reader) {
            let record = ScriptedRecord(line: reader.line, cells: (0..<reader.count).map { String(decoding: reader.word($0), as: UTF8.self) })
            if !record.isBlank { records.append(record) }
        }
        return records
    }

    /// How many fields the records of the most frequent width have beyond their first.
    private static func score(_ records: [ScriptedRecord]) -> Int {
        var counts: [Int: Int] = [:]
        for record in records { counts[record.cells.count, default: 0] += 1 }
        return counts.map { ($0.key - 1) * $0.value }.max() ?? 0
    }
}
