public import Ledger
import Values

/// The activities that an import would add, in the order in which to add them.
///
/// Kept in some seventy bytes each and made into an `Activity` when asked for, so that a file of a million rows is held in a fraction
/// of the room that the values would take.
public struct PlannedActivities: RandomAccessCollection, Sendable {
    struct Row: Sendable {
        var quantity: Int64
        var price: Int64
        var amount: Int64
        var fee: Int64
        var quantityDigits: UInt8
        var priceDigits: UInt8
        var amountDigits: UInt8
        var feeDigits: UInt8
        var day: Int32
        var line: UInt32
        var account: Int32
        /// 0 for none.
        var instrument: Int32
        var notes: UInt32
        var currency: UInt16
        var kind: ActivityKind
        var subtype: ActivitySubtype?
        var status: ActivityStatus
    }

    var rows: [Row] = []
    /// Which row comes at which place, where that is not the order of the file.
    var order: [UInt32]?
    var wide: [FixedDecimal] = []
    var taxes = SparseColumn<FixedDecimal>(empty: .zero)
    var rates = SparseColumn<FixedDecimal?>(empty: nil)
    var times = SparseColumn<Instant?>(empty: nil)
    var details = SparseColumn<ActivityDetail?>(empty: nil)
    /// The numbers by which rows of the file name each other.
    var ids = SparseColumn<Int?>(empty: nil)
    /// The ids by which the source of the file knows its rows.
    var sourceIDs = SparseColumn<String>(empty: "")
    var notes = ByteInterner()
    var currencies: [Currency] = []

    public var startIndex: Int { 0 }
    public var endIndex: Int { order?.count ?? rows.count }

    /// Makes the activity at a place.
    public subscript(position: Int) -> Activity {
        let number = row(at: position)
        let row = rows[number]
        return Activity(
            date: Day(number: row.day), time: times[number], kind: row.kind, subtype: row.subtype, status: row.status,
            account: AccountID(row.account), instrument: row.instrument == 0 ? nil : InstrumentID(row.instrument),
            quantity: PackedDecimal(mantissa: row.quantity, digits: row.quantityDigits).value(wide: wide),
            price: PackedDecimal(mantissa: row.price, digits: row.priceDigits).value(wide: wide),
            amount: PackedDecimal(mantissa: row.amount, digits: row.amountDigits).value(wide: wide),
            fee: PackedDecimal(mantissa: row.fee, digits: row.feeDigits).value(wide: wide) ?? .zero,
            tax: taxes[number], currency: currencies[Int(row.currency)], fxRate: rates[number], notes: notes.text(Int(row.notes)),
            detail: detail(number))
    }

    private func detail(_ number: Int) -> ActivityDetail? {
        let id = sourceIDs.isEmpty ? "" : sourceIDs[number]
        return id.isEmpty ? details[number] : (details[number] ?? ActivityDetail()).imported(as: id)
    }

    /// The line of the file on which the activity at a place begins.
    public func line(at position: Int) -> Int { Int(rows[row(at: position)].line) }

    /// The number of the row at a place.
    func row(at position: Int) -> Int { order.map { Int($0[position]) } ?? position }
}
