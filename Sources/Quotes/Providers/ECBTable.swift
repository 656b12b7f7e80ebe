public import Ledger
import Values

/// The table of reference rates that the European Central Bank publishes: a row for each day, a column for each currency, in units of the
/// currency for one euro.
///
/// <https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/>. The file of the history writes days as
/// `2026-10-30`, the file of one day as `30 October 2026` and with blanks after the commas; both are read here.
public enum ECBTable {
    /// The source that its rates name.
    public static let source = "ecb"

    /// The rates in a file as it is published: a zip archive with one table. O(n) in its bytes.
    ///
    /// - Throws: `malformed`.
    public static func rates(zip bytes: [UInt8]) throws(QuoteError) -> [Rate] {
        guard let archive = ZipArchive(bytes) else {
            throw QuoteError(.malformed, "the ECB's file is no zip archive", hint: "download it again: eurofxref-hist.zip")
        }
        guard let entry = archive.entries.first(where: { $0.name.hasSuffix(".csv") }) else {
            throw QuoteError(.malformed, "the ECB's archive has no CSV in it", hint: "download it again: eurofxref-hist.zip")
        }
        guard let table = archive.contents(of: entry) else {
            throw QuoteError(.malformed, "\(entry.name) in the ECB's archive is broken", hint: "download it again: eurofxref-hist.zip")
        }
        return try rates(csv: table)
    }

    /// The rates in a table, from EUR, by day. Cells that are empty or `N/A` are left out. O(n) in its bytes.
    ///
    /// - Throws: `malformed`, with the line of a cell that is no number above zero.
    public static func rates(csv bytes: [UInt8]) throws(QuoteError) -> [Rate] {
        let result: Result<[Rate], QuoteError> = bytes.withUnsafeBufferPointer { buffer in
            var reader = TableReader(buffer)
            do throws(QuoteError) { return .success(try reader.read()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

/// Reads a table byte by byte: making a `String` of each of its 290,000 cells would take longer than all the rest.
private struct TableReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private var line = 1
    /// The currencies of the columns after the first; nil for a column without a name, which the comma at the end of each row makes.
    private var columns: [Currency?] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func read() throws(QuoteError) -> [Rate] {
        try readHeader()
        var rates: [Rate] = []
        rates.reserveCapacity(bytes.count / 6)
        while position < bytes.count {
            line += 1
            try readRow(into: &rates)
        }
        // The newest day comes first in the file, so that reversing it is usually enough.
        rates.reverse()
        if !zip(rates, rates.dropFirst()).allSatisfy({ $0.date <= $1.date }) { rates.sort { $0.date < $1.date } }
        return rates
    }

    private mutating func readHeader() throws(QuoteError) {
        guard let first = nextCell(), text(first).lowercased() == "date" else {
            throw QuoteError(.malformed, "the ECB's table does not begin with Date", hint: "its first line is Date,USD,JPY and so on")
        }
        while let cell = nextCell() {
            if cell.isEmpty {
                columns.append(nil)
                continue
            }
            guard let currency = try? Currency(utf8: slice(cell)) else {
                throw QuoteError(.malformed, "the ECB's table has a column \"\(text(cell))\", which is no currency")
            }
            columns.append(currency)
        }
    }

    private mutating func readRow(into rates: inout [Rate]) throws(QuoteError) {
        guard let first = nextCell() else { return }
        if first.isEmpty && isAtEndOfLine { return skipLine() }
        guard let date = day(first) else { throw fault("\"\(text(first))\" is no day") }
        var column = 0
        while let cell = nextCell() {
            defer { column += 1 }
            guard !cell.isEmpty, bytes[cell.lowerBound] != UInt8(ascii: "N") else { continue }
            guard column < columns.count, let currency = columns[column] else { throw fault("the row is longer than the first one") }
            guard let rate = try? FixedDecimal(utf8: slice(cell)), rate > .zero else {
                throw fault("\"\(text(cell))\" is no rate of \(currency) for one euro")
            }
            rates.append(Rate(from: .eur, to: currency, date: date, rate: rate, source: ECBTable.source))
        }
    }

    private func day(_ cell: Range<Int>) -> Day? {
        if let day = try? Day(utf8: slice(cell)) { return day }
        let months = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
        ]
        let words = text(cell).lowercased().split(separator: " ")
        guard words.count == 3, let day = Int(words[0]), let month = months.firstIndex(of: String(words[1])), let year = Int(words[2])
        else { return nil }
        return try? Day(year: year, month: month + 1, day: day)
    }

    // MARK: Cells

    private var isLineOver = false
    private var isAtEndOfLine: Bool { isLineOver || position >= bytes.count }

    /// The next cell of the line without blanks around it; nil after the last one, with the position at the next line.
    private mutating func nextCell() -> Range<Int>? {
        if isLineOver || position >= bytes.count {
            isLineOver = false
            return nil
        }
        var start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: "\n") { position += 1 }
        var end = position
        if position < bytes.count {
            isLineOver = bytes[position] == UInt8(ascii: "\n")
            position += 1
        }
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    private mutating func skipLine() { isLineOver = false }

    private func slice(_ cell: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[cell]) }

    private func text(_ cell: Range<Int>) -> String { String(decoding: bytes[cell], as: UTF8.self) }

    private func fault(_ message: String) -> QuoteError {
        QuoteError(.malformed, "line \(line) of the ECB's table: \(message)", hint: "download the table again")
    }
}
