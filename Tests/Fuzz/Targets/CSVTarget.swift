import Ledger
import Values
@testable import Formats

extension FuzzTarget {
    /// Delimited text: every record ends, no field lies outside of the file, what is written again reads the same. Then all of an import.
    static let csv = FuzzTarget(name: "csv") { bytes throws(FuzzFinding) in
        for delimiter in [",", ";", "\t"] { try readAgain(bytes, delimiter: UInt8(ascii: Unicode.Scalar(delimiter)!)) }
        // A refusal tells what is wrong with the file as a whole; that of a row is in the plan.
        let context = ImportContext(
            accounts: [Account(name: "Brokerage", currency: .usd)], instruments: [Instrument(symbol: "ORCL", kind: .stock, currency: .usd)], baseCurrency: .usd)
        _ = try? Formats.plan(Array(bytes), context: context)
    }

    private static func readAgain(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) throws(FuzzFinding) {
        // What is no UTF-8 would be written as replacement characters.
        guard TextEncoding.isValidUTF8(bytes), let records = try records(bytes, delimiter: delimiter) else { return }
        var writer = CSVWriter(delimiter: delimiter)
        for record in records {
            for field in record { writer.field(field) }
            writer.endLine()
        }
        let again: Result<[[String]]?, FuzzFinding> = writer.bytes.withUnsafeBufferPointer { bytes in
            do throws(FuzzFinding) { return .success(try Self.records(bytes, delimiter: delimiter)) } catch { return .failure(error) }
        }
        try require(try again.get() == records, "what was read and written again reads otherwise: \(writer.text)")
    }

    /// The fields of all records; nil where the file is refused, or has what no writer writes.
    private static func records(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) throws(FuzzFinding) -> [[String]]? {
        var reader = CSVReader(bytes, delimiter: delimiter)
        var records: [[String]] = []
        var position = -1
        do {
            while try reader.next() {
                try require(reader.offset > position && reader.offset <= bytes.count, "the reader stands still, or past the end")
                position = reader.offset
                if reader.hasStrayText { return nil }
                records.append((0..<reader.count).map { reader.text($0) })
            }
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            return nil
        }
        return records
    }
}
