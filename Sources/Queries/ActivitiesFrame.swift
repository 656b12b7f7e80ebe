import Frames
import Ledger
import Storage
import Values

/// Activities as a frame. Only which rows pass the filter is worked out at once; columns are filled when they are asked for.
package enum ActivitiesFrame {
    /// The rows of activities that pass a filter, in replay order, and the rows that would pass if their status were asked for.
    private static func rows(_ ledger: Ledger, _ filter: BookFilter, tradesOnly: Bool) -> (rows: [Int32], leftOut: [Int32]) {
        let table = ledger.activities, wanted = filter.status ?? ActivityStatus.posted.rawValue
        let changesUnits = ActivityRule.changesUnits, isWide = filter.isOpen && !tradesOnly && filter.from == nil && filter.to == nil && filter.on == nil
        var rows = table.rowsInOrder(), leftOut: [Int32] = []
        if wanted == "all", isWide { return (rows, []) }
        rows.removeAll { number in
            let row = Int(number)
            if !isWide {
                if !filter.fits(table.date(at: row)) { return true }
                if tradesOnly && (table.instrument(at: row) == nil || !changesUnits(table.kind(at: row), table.subtype(at: row))) { return true }
                if !filter.fits(table.kind(at: row), table.subtype(at: row)) { return true }
                // What units become, and what an option brings or takes, is traded too.
                let account = table.account(at: row), entry = table.id(at: row)
                let fits = filter.fits(account, table.instrument(at: row), entry) || table.detail(at: row)?.into.map { filter.fits(account, $0, entry) } ?? false
                if !(fits && filter.fits(table.currency(at: row))) { return true }
            }
            if wanted == "all" || (wanted == "posted" ? table.counts(at: row) : table.standing(at: row) == wanted) { return false }
            if filter.status == nil { leftOut.append(number) }
            return true
        }
        return (rows, leftOut)
    }

    /// The columns of `activities` and `trades`: of what is posted, unless the filter asks for another status.
    package static func make(_ name: String, _ filter: BookFilter, tradesOnly: Bool, base: BaseConversion?) throws -> Frame {
        let ledger = try filter.ledgerOfActivities()
        let (rows, leftOut) = rows(ledger, filter, tradesOnly: tradesOnly)
        let frame = try make(name, filter.source.book, rows, of: ledger, base: base)
        return frame.adding(warnings: warnings(leftOut, ledger.activities))
    }

    /// How many rows are left out that do not count, by status.
    ///
    /// - Parameter shows: what shows them: `status="all"`.
    package static func warnings(_ leftOut: [Int32], _ table: ActivityTable, shows: String = "status=\"all\"") -> [FrameWarning] {
        if leftOut.isEmpty { return [] }
        var counts: [String: Int] = [:]
        for row in leftOut { counts[table.standing(at: Int(row)), default: 0] += 1 }
        let parts = ActivityTable.standings.compactMap { standing in counts[standing].map { "\($0) \(standing)" } }
        return [FrameWarning(kind: "not_posted", message: "\(parts.joined(separator: ", ")) left out; \(shows) shows \(leftOut.count == 1 ? "it" : "them") too")]
    }

    /// The columns of those rows; of the book's own ledger, unless another is given.
    package static func make(_ name: String, _ book: Book, _ rows: [Int32], of past: Ledger? = nil, base: BaseConversion? = nil, withAllTerms: Bool = false) throws -> Frame {
        let ledger = try past ?? book.ledger
        let source = Source(table: ledger.activities, rows: rows, pools: NamePools(ledger, of: rows, ledger.activities))
        let money = base.map { RowConversion($0, ledger) }
        let kinds = CasePool(ActivityKind.self), subtypes = CasePool(ActivitySubtype.self)
        let statuses = TextPool()
        let pools = source.pools
        var effects = CashEffects(ledger)
        // As they are now: the ledger may go on, or go back, before the column is asked for.
        let instruments = ledger.instruments, isMixed = money == nil && ledger.activities.settlesElsewhere(rows)
        let columns: [Column] =
            [
                source.ints(.int("id").ranked(withAllTerms ? .leading : .useful)) { Int64($0.id(at: $1).rawValue) },
                source.ints(.int("seq").ranked(.minor)) { Int64($0.id(at: $1).rawValue) },
                .days(.day("date").ranked(.leading), count: rows.count) { source.table.date(at: source[$0]).number },
                source.texts(.text("type").ranked(.deciding), kinds.pool) { kinds.code($0.kind(at: $1)) },
                source.texts(.text("subtype"), subtypes.pool) { subtypes.code($0.subtype(at: $1)) },
                source.texts(.text("status").ranked(.leading, usual: ActivityStatus.posted.rawValue), statuses) { statuses.code(for: $0.standing(at: $1)) },
                source.texts(.text("account").ranked(.leading), pools.accounts) { pools.account($0.account(at: $1)) },
                source.texts(.text("portfolio").ranked(.minor), pools.portfolios) { pools.portfolio($0.account(at: $1)) },
                source.texts(.text("symbol").ranked(.deciding), pools.symbols) { pools.symbol($0.instrument(at: $1)) },
                source.decimals(.quantity("quantity").optional().ranked(.leading)) { $0.quantity(at: $1) },
                source.decimals(.price("price").optional().ranked(.useful), in: money) { $0.price(at: $1) },
                source.decimals(.money("amount", total: .none).ranked(.deciding), in: money) { try gross($0, $1, instruments) },
                source.decimals(.money("fee", total: .none).rankedWhereAny(.useful), in: money) { $0.fee(at: $1) },
                source.decimals(.money("tax", total: .none).rankedWhereAny(.useful), in: money) { $0.tax(at: $1) },
                source.texts(.text("currency").ranked(.deciding), pools.currencies.pool) { pools.currencies.code(money?.currency ?? $0.currency(at: $1)) },
                source.decimals(.decimal("fx_rate").optional().ranked(withAllTerms ? .deciding : .ordinary)) { $0.fxRate(at: $1) },
                // What does not count moves no cash.
                source.decimals(
                    .money("cash", in: isMixed ? "settle" : "currency").ranked(withAllTerms && isMixed ? .deciding : .ordinary),
                    by: money.map { money in { try money.convert(cash: $0, of: $1) } }
                ) { table, row in
                    table.counts(at: row) ? try effects.effect(at: row) : nil
                },
                notes(source), acts(source, book, \.source, "source"), recorded(source, book),
            ] + terms(source, ledger, isMixed) + tags(source, ledger) + (withAllTerms ? rarest(source) : [])
        guard let money else { return Frame(name, rowCount: rows.count, columns: columns) }
        return Frame(name, rowCount: rows.count, columns: columns, policies: [FramePolicy("base", money.currency.code)]) { money.warnings(of: rows) }
    }

    /// Columns of fields that few activities have, so that they are mostly empty.
    private static func terms(_ source: Source, _ ledger: Ledger, _ isMixed: Bool) -> [Column] {
        let ratios = TextPool(), groups = TextPool(), settlements = TextPool(), accounts = ledger.accounts
        return [
            source.texts(.text("ratio"), ratios) { table, row in table.detail(at: row)?.ratio.map { ratios.code(for: $0.description) } ?? -1 },
            source.texts(.text("into"), source.pools.symbols) { source.pools.symbol($0.detail(at: $1)?.into) },
            source.texts(.text("group").ranked(.minor), groups) { table, row in
                table.detail(at: row).flatMap { $0.group.isEmpty ? nil : groups.code(for: $0.group) } ?? -1
            },
            // The currency of the cash: of each row, where any has another than its figures.
            source.texts(.text("settle"), settlements) { table, row in
                let currency = isMixed ? table.cashCurrency(at: row) : table.settlement(at: row, accounts)
                return currency.map { settlements.code(for: $0.code) } ?? -1
            },
        ]
    }

    /// The tags that activities have of their own, in a book where anything has a tag.
    private static func tags(_ source: Source, _ ledger: Ledger) -> [Column] {
        let tags = ledger.tags, pool = TextPool()
        if tags.isEmpty { return [] }
        return [
            source.texts(.text("tags").ranked(.useful), pool) { table, row in
                let text = tags.hasActivities ? tags.text(of: .activity(table.firstEntry(ofRow: row))) : ""
                return text.isEmpty ? -1 : pool.code(for: text)
            }
        ]
    }

    /// Columns of fields that hardly any activity has. Only the answer of a verb shows them.
    private static func rarest(_ source: Source) -> [Column] {
        let lots = TextPool()
        return [
            .instants(.instant("time"), count: source.rows.count) { source.table.time(at: source[$0])?.microseconds ?? .min },
            source.texts(.text("lots"), lots) { table, row in
                guard let named = table.detail(at: row)?.lots, !named.isEmpty else { return -1 }
                return lots.code(for: LotChoice.text(named))
            },
            .days(.day("opened"), count: source.rows.count) { source.table.detail(at: source[$0])?.opened?.number ?? .min },
            source.decimals(.decimal("share").optional()) { $0.detail(at: $1)?.share },
        ]
    }

    /// Whether any of the rows has a value in a column that is mostly empty.
    package static func isUsed(_ column: String, _ rows: [Int32], _ ledger: Ledger) -> Bool {
        let table = ledger.activities, accounts = ledger.accounts
        return rows.contains { row in
            let detail = table.detail(at: Int(row))
            return switch column {
            case "subtype": table.subtype(at: Int(row)) != nil
            case "fx_rate": table.fxRate(at: Int(row)) != nil
            // Told or not, where cash could have moved in two currencies it is worth knowing in which it did.
            case "settle": table.settlement(at: Int(row), accounts) != nil
            case "time": table.time(at: Int(row)) != nil
            case "ratio": detail?.ratio != nil
            case "into": detail?.into != nil
            case "lots": detail?.lots.isEmpty == false
            case "opened": detail?.opened != nil
            case "share": detail?.share != nil
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
        return source.texts(.remark("notes").ranked(.ordinary), pool) { table, row in
            let text = table.notes(at: row)
            return text.isEmpty ? -1 : pool.code(for: text)
        }
    }

    private static func acts(_ source: Source, _ book: Book, _ field: @escaping (Act) -> String, _ name: String) -> Column {
        let pool = TextPool()
        return source.texts(.text(name).ranked(.minor), pool) { table, row in
            try book.act(of: table.id(at: row)).map { pool.code(for: field($0)) } ?? -1
        }
    }

    private static func recorded(_ source: Source, _ book: Book) -> Column {
        .instants(.instant("recorded_at").ranked(.minor), count: source.rows.count) { (place) throws(FrameError) in
            try computing { try book.act(of: source.table.id(at: source[place]))?.recordedAt.microseconds ?? .min }
        }
    }

    /// The rows of a frame of activities, and where its columns are read from.
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

        func decimals(_ schema: ColumnSchema, in money: RowConversion? = nil, _ value: @escaping (ActivityTable, Int) throws -> FixedDecimal?) -> Column {
            decimals(schema, by: money.map { money in { try money.convert($0, of: $1) } }, value)
        }

        func decimals(
            _ schema: ColumnSchema, by convert: ((FixedDecimal, Int) throws -> FixedDecimal?)?,
            _ value: @escaping (ActivityTable, Int) throws -> FixedDecimal?
        ) -> Column {
            .decimals(schema, count: rows.count) { (place) throws(FrameError) in
                try computing {
                    let own = try value(table, self[place])
                    guard let convert else { return own ?? .absent }
                    return try own.flatMap { try convert($0, self[place]) } ?? .absent
                }
            }
        }
    }
}

/// Gives an error that is met while a column is computed as an error of the frame.
private func computing<Result>(_ body: () throws -> Result) throws(FrameError) -> Result {
    do {
        return try body()
    } catch let error as FrameError {
        throw error
    } catch {
        throw FrameError(.overflow, "\(error)")
    }
}
