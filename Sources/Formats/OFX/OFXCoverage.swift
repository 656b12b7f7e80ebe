import Ledger
import Values

/// The rows of a file by their ids, to find up to which days the book has them already.
///
/// Statements overlap: a row that the bank has taken back was left out together with the row that says so, and both may come again, or the second alone.
struct OFXCoverage {
    private struct Key: Hashable {
        var account: Int32
        var id: String
    }

    private var rows: [Key: Day] = [:]

    /// The day of a record; nil where it tells none.
    static func day(of record: OFXRecord) -> Day? {
        for tag in ["DTTRADE", "DTPOSTED"] as [OFXTag] { if let cell = record.cell(tag) { return try? OFXDate(cell, tag).day } }
        return nil
    }

    /// Takes in a record of an account, where it has an id and a day.
    mutating func add(_ record: OFXRecord, account: Int32) {
        let id = OFXSurvey.id(record)
        if account != 0, !id.isEmpty, let day = Self.day(of: record) { rows[Key(account: account, id: id)] = day }
    }

    /// The last day of each account whose row the book has.
    func days(_ context: ImportContext) -> [Int32: Day] {
        var days: [Int32: Day] = [:]
        for entry in context.importedEntries(Set(rows.keys.map(\.id))) {
            let account = entry.activity.account.rawValue
            guard let day = rows[Key(account: account, id: entry.activity.detail?.sourceID ?? "")] else { continue }
            days[account] = max(days[account] ?? day, day)
        }
        return days
    }
}
