import Ledger
import Values

/// What is wrong with a row that was read.
struct RowFault: Error {
    /// The column at fault, if it is one by itself.
    var column: Int?
    var problem: String
}

extension StorageError {
    /// An entry whose row is not what luca writes.
    static func damagedEntry(_ name: String, _ row: JournalRow, _ fault: RowFault) -> StorageError {
        let column = fault.column.map { " (column \(row.table.columns[$0]))" } ?? ""
        return damagedEntry(name, sequence: row.sequence, "\(row.table.noun), does not make sense: \(fault.problem)\(column)")
    }
}

/// Takes the columns of rows apart again.
///
/// A book of a million activities is read at each start, so decimals, days and names are read from the bytes as they lie in the
/// file, and nothing but notes becomes a string.
struct RowReader {
    private var kinds = RawNames<ActivityKind>()
    private var subtypes = RawNames<ActivitySubtype>()
    private var statuses = RawNames<ActivityStatus>()
    private var accountKinds = RawNames<Account.Kind>()
    private var instrumentKinds = RawNames<Instrument.Kind>()
    private var trackings = RawNames<Account.Tracking>()
    private var rights = RawNames<OptionTerms.Right>()
    private var plans = RawNames<PlanDocument.Kind>()
    private var states = RawNames<Occurrence.State>()

    typealias Fields = UnsafeBufferPointer<JournalField>

    /// The entry that a row keeps, or nil for an act and a tombstone, which are none.
    mutating func entry(_ row: JournalRow) throws(RowFault) -> JournalEntry? {
        let fields = row.fields
        switch row.table {
        case .act, .tombstone: return nil
        case .account: return .account(AccountID(try id(fields, 2)), try account(fields))
        case .instrument: return .instrument(InstrumentID(try id(fields, 2)), try instrument(fields))
        case .activity: return .activity(try activity(fields))
        case .void: return .void(EntryID(try integer(fields, 2)), reason: try string(fields, 3))
        case .valuation: return .value(try valuation(fields))
        case .erasure: return .erasure(AccountID(try id(fields, 2)))
        case .setting: return .setting(key: try string(fields, 2), value: try string(fields, 3))
        case .plan: return .plan(try plan(fields))
        case .occurrence: return .occurrence(try occurrence(fields))
        }
    }

    /// The act that a row of the table of acts keeps.
    func act(_ fields: Fields) throws(RowFault) -> Act {
        Act(
            id: try integer(fields, 0), first: EntryID(try integer(fields, 1)),
            recordedAt: try instant(fields, 2), source: try string(fields, 3))
    }

    @inline(__always)
    mutating func activity(_ fields: Fields) throws(RowFault) -> Activity {
        Activity(
            date: try day(fields, 2),
            time: try fields[3].isNull ? nil : instant(fields, 3),
            kind: try kinds.value(text(fields, 4), column: 4),
            subtype: try fields[5].isNull ? nil : subtypes.value(text(fields, 5), column: 5),
            status: try statuses.value(text(fields, 6), column: 6),
            account: AccountID(try id(fields, 7)),
            instrument: try fields[8].isNull ? nil : InstrumentID(id(fields, 8)),
            quantity: try optionalDecimal(fields, 9),
            price: try optionalDecimal(fields, 10),
            amount: try optionalDecimal(fields, 11),
            fee: try decimal(fields, 12),
            tax: try decimal(fields, 13),
            currency: try currency(fields, 14),
            fxRate: try optionalDecimal(fields, 15),
            notes: try string(fields, 16),
            detail: try fields[17].isNull && fields[18].isNull ? nil : detail(fields))
    }

    private func detail(_ fields: Fields) throws(RowFault) -> ActivityDetail {
        let detail = try fields[17].isNull ? ActivityDetail() : json(fields, 17, DetailText.detail)
        return fields[18].isNull ? detail : detail.amending(EntryID(try integer(fields, 18)))
    }

    private func valuation(_ fields: Fields) throws(RowFault) -> AccountValue {
        AccountValue(
            account: AccountID(try id(fields, 2)), date: try day(fields, 3), time: try fields[4].isNull ? nil : instant(fields, 4),
            value: try optionalDecimal(fields, 5), currency: try currency(fields, 6), notes: try string(fields, 7))
    }

    private mutating func plan(_ fields: Fields) throws(RowFault) -> PlanDocument {
        PlanDocument(kind: try plans.value(text(fields, 2), column: 2), name: try string(fields, 3), body: try string(fields, 4))
    }

    private mutating func occurrence(_ fields: Fields) throws(RowFault) -> Occurrence {
        Occurrence(
            rule: try string(fields, 2), day: try day(fields, 3), state: try states.value(text(fields, 4), column: 4),
            first: try fields[5].isNull ? nil : EntryID(integer(fields, 5)))
    }

    /// Refuses what a later version wrote of an instrument: to leave it out might change what the book says.
    private func checkNoDetail(_ fields: Fields, _ column: Int) throws(RowFault) {
        if !fields[column].isNull { throw RowFault(column: column, problem: "a later version of luca wrote it") }
    }

    private mutating func account(_ fields: Fields) throws(RowFault) -> Account {
        Account(
            name: try string(fields, 3),
            kind: try accountKinds.value(text(fields, 4), column: 4),
            currency: try currency(fields, 5),
            portfolio: try string(fields, 6),
            owner: try string(fields, 7),
            group: try string(fields, 8),
            opened: try fields[9].isNull ? nil : day(fields, 9),
            closed: try fields[10].isNull ? nil : day(fields, 10),
            allowShort: try integer(fields, 11) != 0,
            tracking: try fields[12].isNull ? .transactions : trackings.value(text(fields, 12), column: 12),
            rate: try optionalDecimal(fields, 13),
            matures: try fields[14].isNull ? nil : day(fields, 14),
            settlement: try fields[15].isNull ? .account : json(fields, 15, DetailText.settlement))
    }

    private mutating func option(_ fields: Fields) throws(RowFault) -> OptionTerms {
        OptionTerms(
            underlying: InstrumentID(try id(fields, 8)), right: try rights.value(text(fields, 9), column: 9),
            strike: try decimal(fields, 10), expires: try day(fields, 11))
    }

    private mutating func instrument(_ fields: Fields) throws(RowFault) -> Instrument {
        try checkNoDetail(fields, 15)
        return Instrument(
            symbol: try string(fields, 3),
            name: try string(fields, 4),
            kind: try instrumentKinds.value(text(fields, 5), column: 5),
            currency: try currency(fields, 6),
            multiplier: try decimal(fields, 7),
            option: try fields[8].isNull ? nil : option(fields),
            assetClass: try optionalString(fields, 12), provider: try optionalString(fields, 13), providerSymbol: try optionalString(fields, 14))
    }
}

// MARK: - Single columns

extension RowReader {
    @inline(__always)
    private func text(_ fields: Fields, _ column: Int) throws(RowFault) -> UnsafeBufferPointer<UInt8> {
        guard case .text(let bytes) = fields[column] else { throw RowFault(column: column, problem: "it is no text") }
        return bytes
    }

    @inline(__always)
    private func integer(_ fields: Fields, _ column: Int) throws(RowFault) -> Int {
        guard case .integer(let value) = fields[column] else { throw RowFault(column: column, problem: "it is no whole number") }
        return Int(value)
    }

    @inline(__always)
    private func id(_ fields: Fields, _ column: Int) throws(RowFault) -> Int32 {
        guard let value = Int32(exactly: try integer(fields, column)) else {
            throw RowFault(column: column, problem: "its number is too large")
        }
        return value
    }

    @inline(__always)
    private func string(_ fields: Fields, _ column: Int) throws(RowFault) -> String {
        let bytes = try text(fields, column)
        return bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self)
    }

    /// A text that is not written where it is empty.
    private func optionalString(_ fields: Fields, _ column: Int) throws(RowFault) -> String {
        fields[column].isNull ? "" : try string(fields, column)
    }

    @inline(__always)
    private func decimal(_ fields: Fields, _ column: Int) throws(RowFault) -> FixedDecimal {
        let bytes = try text(fields, column)
        do { return try FixedDecimal(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    @inline(__always)
    private func optionalDecimal(_ fields: Fields, _ column: Int) throws(RowFault) -> FixedDecimal? {
        if fields[column].isNull { return nil }
        return try decimal(fields, column)
    }

    @inline(__always)
    private func day(_ fields: Fields, _ column: Int) throws(RowFault) -> Day {
        let bytes = try text(fields, column)
        do { return try Day(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    private func json<Value>(
        _ fields: Fields, _ column: Int, _ read: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) throws(RowFault) -> Value {
        let bytes = try text(fields, column)
        do {
            return try read(bytes)
        } catch {
            throw RowFault(column: column, problem: (error as? RowFault)?.problem ?? "\(error)")
        }
    }

    private func instant(_ fields: Fields, _ column: Int) throws(RowFault) -> Instant {
        let text = try string(fields, column)
        do { return try Instant(iso8601: text) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    @inline(__always)
    private func currency(_ fields: Fields, _ column: Int) throws(RowFault) -> Currency {
        let bytes = try text(fields, column)
        do { return try Currency(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }
}

/// The values of an enumeration by the bytes of their names.
private struct RawNames<Value: RawRepresentable<String> & CaseIterable> {
    private let names: [(bytes: [UInt8], value: Value)]
    /// Where the last one was found: rows of a kind come in runs.
    private var last = 0

    init() { names = Value.allCases.map { (Array($0.rawValue.utf8), $0) } }

    @inline(__always)
    mutating func value(_ bytes: UnsafeBufferPointer<UInt8>, column: Int) throws(RowFault) -> Value {
        if names[last].bytes.elementsEqual(bytes) { return names[last].value }
        return try search(bytes, column)
    }

    private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) throws(RowFault) -> Value {
        guard let index = names.firstIndex(where: { $0.bytes.elementsEqual(bytes) }) else {
            throw RowFault(column: column, problem: "\"\(String(decoding: bytes, as: UTF8.self))\" is not known")
        }
        last = index
        return names[index].value
    }
}
