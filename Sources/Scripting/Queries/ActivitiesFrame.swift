import Frames
import Ledger
import Storage
import Values

/// Activities as a frame; nothing but the rows that fit is found before a column is asked for.
enum ActivitiesFrame {
    /// The rows of a ledger's activities that fit a filter, in replay order.
    private static func rows(_ ledger: Ledger, _ filter: BookFilter, tradesOnly: Bool) -> [Int32] {
        let table = ledger.activities
        var rows = table.rowsInOrder()
        let changesUnits = ActivityRule.changesUnits
        if filter.isOpen && !tradesOnly && filter.from == nil && filter.to == nil && filter.on == nil { return rows }
        rows.removeAll { number in
            let row = Int(number)
            if !filter.fits(table.date(at: row)) { return true }
            if tradesOnly && (table.instrument(at: row) == nil || !changesUnits(table.kind(at: row), table.subtype(at: row))) { return true }
            if let status = filter.status, (table.isVoid(at: row) ? "void" : table.status(at: row).rawValue) != status { return true }
            if let kinds = filter.kinds, !kinds.contains(table.kind(at: row)) { return true }
            // What units become, and what an option brings or takes, is traded too.
            let fits = filter.fits(table.instrument(at: row)) || table.detail(at: row)?.into.map { filter.fits($0) } ?? false
            return !(filter.fits(table.account(at: row)) && fits && filter.fits(table.currency(at: row)))
        }
        return rows
    }

    /// The columns of `activities` and `trades`.
    static func make(_ name: String, _ filter: BookFilter, tradesOnly: Bool) throws -> Frame {
        let ledger = try filter.source.ledger
        return try make(name, filter.source.book, rows(ledger, filter, tradesOnly: tradesOnly), of: ledger)
    }

    /// The columns of those rows; of the book's own ledger, unless another is given.
    static func make(_ name: String, _ book: Book, _ rows: [Int32], of past: Ledger? = nil) throws -> Frame {
        let ledger = try past ?? book.ledger
        let source = Source(table: ledger.activities, rows: rows, pools: NamePools(ledger, of: rows, ledger.activities))
        let kinds = CasePool(ActivityKind.self), subtypes = CasePool(ActivitySubtype.self)
        let statuses = CasePool(ActivityStatus.self, and: ["void"])
        let pools = source.pools
        var effects = CashEffects(ledger)
        // As they are now: the ledger may go on, or go back, before the column is asked for.
        let instruments = ledger.instruments
        let columns: [Column] = [
            source.ints(.int("id")) { Int64($0.id(at: $1).rawValue) },
            source.ints(.int("seq")) { Int64($0.id(at: $1).rawValue) },
            .days(.day("date"), count: rows.count) { source.table.date(at: source[$0]).number },
            source.texts(.text("type"), kinds.pool) { kinds.code($0.kind(at: $1)) },
            source.texts(.text("subtype"), subtypes.pool) { subtypes.code($0.subtype(at: $1)) },
            source.texts(.text("status"), statuses.pool) { $0.isVoid(at: $1) ? statuses.code(other: 0) : statuses.code($0.status(at: $1)) },
            source.texts(.text("account"), pools.accounts) { pools.account($0.account(at: $1)) },
            source.texts(.text("portfolio"), pools.portfolios) { pools.portfolio($0.account(at: $1)) },
            source.texts(.text("symbol"), pools.symbols) { pools.symbol($0.instrument(at: $1)) },
            source.decimals(.quantity("quantity")) { $0.quantity(at: $1) },
            source.decimals(.price("price")) { $0.price(at: $1) },
            source.decimals(.money("amount", total: .none)) { try gross($0, $1, instruments) },
            source.decimals(.money("fee", total: .none)) { $0.fee(at: $1) },
            source.decimals(.money("tax", total: .none)) { $0.tax(at: $1) },
            source.texts(.text("currency"), pools.currencies.pool) { pools.currencies.code($0.currency(at: $1)) },
            source.decimals(.decimal("fx_rate")) { $0.fxRate(at: $1) },
            // What does not count moves no cash.
            source.decimals(.money("cash")) { table, row in table.counts(at: row) ? try effects.effect(at: row) : nil },
            notes(source), acts(source, book, \.source, "source"), recorded(source, book),
        ] + terms(source, ledger)
        return Frame(name, rowCount: rows.count, columns: columns)
    }

    /// What few activities have, as columns that are mostly empty.
    private static func terms(_ source: Source, _ ledger: Ledger) -> [Column] {
        let ratios = TextPool(), groups = TextPool()
        return [
            source.texts(.text("ratio"), ratios) { table, row in table.detail(at: row)?.ratio.map { ratios.code(for: $0.description) } ?? -1 },
            source.texts(.text("into"), source.pools.symbols) { source.pools.symbol($0.detail(at: $1)?.into) },
            source.texts(.text("group"), groups) { table, row in
                table.detail(at: row).flatMap { $0.group.isEmpty ? nil : groups.code(for: $0.group) } ?? -1
            },
        ]
    }

    /// Whether any of the rows has a value in a column that is mostly empty.
    static func isUsed(_ column: String, _ rows: [Int32], _ table: ActivityTable) -> Bool {
        rows.contains { row in
            let detail = table.detail(at: Int(row))
            return switch column {
            case "subtype": table.subtype(at: Int(row)) != nil
            case "ratio": detail?.ratio != nil
            case "into": detail?.into != nil
            default: detail?.group.isEmpty == false
            }
        }
    }

    /// Money before fee and tax: as it was given, else quantity times price.
    private static func gross(_ table: ActivityTable, _ row: Int, _ instruments: [Instrument]) throws -> FixedDecimal? {
        if let amount = table.amount(at: row) { return amount }
        guard let quantity = table.quantity(at: row), let price = table.price(at: row) else { return nil }
        let multiplier = table.instrument(at: row).map { instruments[Int($0.rawValue) - 1].multiplier } ?? .one
        return multiplier == .one ? try quantity * price : try quantity * price * multiplier
    }

    private static func notes(_ source: Source) -> Column {
        let pool = TextPool()
        return source.texts(.text("notes"), pool) { table, row in
            let text = table.notes(at: row)
            return text.isEmpty ? -1 : pool.code(for: text)
        }
    }

    private static func acts(_ source: Source, _ book: Book, _ field: @escaping (Act) -> String, _ name: String) -> Column {
        let pool = TextPool()
        return source.texts(.text(name), pool) { table, row in
            try book.act(of: table.id(at: row)).map { pool.code(for: field($0)) } ?? -1
        }
    }

    private static func recorded(_ source: Source, _ book: Book) -> Column {
        .instants(.instant("recorded_at"), count: source.rows.count) { (place) throws(FrameError) in
            try computing { try book.act(of: source.table.id(at: source[place]))?.recordedAt.microseconds ?? .min }
        }
    }

    /// The rows, and what their columns are read from.
    private struct Source {
        let table: ActivityTable
        let rows: [Int32]
        let pools: NamePools

        subscript(place: Int) -> Int { Int(rows[place]) }

        func ints(_ schema: ColumnSchema, _ value: @escaping (ActivityTable, Int) -> Int64) -> Column {
            .ints(schema, count: rows.count) { value(table, self[$0]) }
        }

        func texts(_ schema: ColumnSchema, _ pool: TextPool, _ value: @escaping (ActivityTable, Int) throws -> Int32) -> Column {
            .texts(schema, count: rows.count, pool: pool) { (place) throws(FrameError) in try computing { try value(table, self[place]) } }
        }

        func decimals(_ schema: ColumnSchema, _ value: @escaping (ActivityTable, Int) throws -> FixedDecimal?) -> Column {
            .decimals(schema, count: rows.count) { (place) throws(FrameError) in
                try computing { try value(table, self[place]) ?? .absent }
            }
        }
    }
}

/// Turns an error met while a column is computed into one of the frame.
func computing<Result>(_ body: () throws -> Result) throws(FrameError) -> Result {
    do {
        return try body()
    } catch let error as FrameError {
        throw error
    } catch {
        throw FrameError(.computation, "\(error)")
    }
}
