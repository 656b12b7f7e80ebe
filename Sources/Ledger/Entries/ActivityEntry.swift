import Values

/// An activity is recorded, for itself or in the place of another.
///
/// A book has a million of these, so loading, batches and their rows go round `EntryContent`: `Reader` reads rows with the words of enums
/// at hand, `write(_:to:)` writes an activity that nothing was wrapped around, and the ledger takes one by itself (`record(_:as:)`, `load(_:id:)`).
package struct ActivityEntry: EntryContent {
    let activity: Activity

    package static let form = EntryForm(
        .activity, name: "activity", noun: "an activity",
        columns: [
            .text("date"), .optionalText("time"), .text("kind"), .optionalText("subtype"), .text("status"), .integer("account"),
            .optionalInteger("instrument"), .optionalText("quantity"), .optionalText("price"), .optionalText("amount"), .text("fee"), .text("tax"),
            .text("currency"), .optionalText("fx_rate"), .text("notes"), .optionalText("detail"), .optionalInteger("amends"),
        ],
        indexes: ["CREATE INDEX activity_by_amended ON activity (amends) WHERE amends IS NOT NULL"], erasedAs: .activity,
        file: ArchiveForm(
            "activities",
            [
                "date", "time", "type", "subtype", "status", "account", "symbol", "quantity", "price", "amount", "fee", "tax", "currency", "fx_rate",
                "ratio", "into", "group", "lots", "opened", "share", "settle", "amends", "source_id", "place", "notes",
            ], optional: ["source_id", "place"], later: ["settle", "source_id", "place"]))

    init(activity: Activity) { self.activity = activity }

    package var entry: JournalEntry { .activity(activity) }

    // MARK: Rows

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        var reader = Reader()
        var activity = try reader.activity(row)
        activity.detail = try Self.detail(row, json)
        self.activity = activity
    }

    /// Where the column of the detail stands; behind it stands what the activity amends.
    static let detailColumn = 17

    /// What few activities have; nil for the others.
    static func detail(_ row: RowFields, _ json: RowJSON) throws(RowFault) -> ActivityDetail? {
        let amends = detailColumn + 1
        if row.isMissing(detailColumn) && row.isMissing(amends) { return nil }
        let detail = try row.isMissing(detailColumn) ? ActivityDetail() : DetailText.detail(row, detailColumn, json)
        return row.isMissing(amends) ? detail : detail.amending(try row.entry(amends))
    }

    /// Reads the rows of activities without their details, and remembers which words stood in the last one: rows of a kind come in runs.
    struct Reader {
        private var kinds = RawNames<ActivityKind>()
        private var subtypes = RawNames<ActivitySubtype>()
        private var statuses = RawNames<ActivityStatus>()

        @inline(__always)
        mutating func activity(_ row: RowFields) throws(RowFault) -> Activity {
            Activity(
                date: try row.day(2),
                time: try row.optionalInstant(3),
                kind: try kinds.value(row.text(4), column: 4),
                subtype: try row.isMissing(5) ? nil : subtypes.value(row.text(5), column: 5),
                status: try statuses.value(row.text(6), column: 6),
                account: AccountID(try row.id(7)),
                instrument: try row.isMissing(8) ? nil : InstrumentID(row.id(8)),
                quantity: try row.optionalDecimal(9),
                price: try row.optionalDecimal(10),
                amount: try row.optionalDecimal(11),
                fee: try row.decimal(12),
                tax: try row.decimal(13),
                currency: try row.currency(14),
                fxRate: try row.optionalDecimal(15),
                notes: try row.string(16))
        }
    }

    package func write(to row: RowWriter) { Self.write(activity, to: row) }

    /// Writes the columns of an activity.
    package static func write(_ activity: Activity, to row: RowWriter) {
        row.day(activity.date)
        row.instant(activity.time)
        row.text(activity.kind.rawValue)
        row.text(activity.subtype?.rawValue)
        row.text(activity.status.rawValue)
        row.integer(Int(activity.account.rawValue))
        if let instrument = activity.instrument { row.integer(Int(instrument.rawValue)) } else { row.missing() }
        row.decimal(activity.quantity)
        row.decimal(activity.price)
        row.decimal(activity.amount)
        row.decimal(activity.fee)
        row.decimal(activity.tax)
        row.currency(activity.currency)
        row.decimal(activity.fxRate)
        row.text(activity.notes)
        if let detail = activity.detail, !detail.amending(nil).isEmpty { row.text(DetailText.text(detail, row.json)) } else { row.missing() }
        if let amended = activity.detail?.amends { row.integer(amended.rawValue) } else { row.missing() }
    }

    // MARK: Ledger

    /// Takes it in as it stands. `Ledger.apply` brings it to its place in the day before, and lets it wait for others of its set.
    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) { try ledger.record(activity, as: id) }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) { try ledger.load(activity, id: id) }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        let activities = context.ledger.activities
        // What was voided and brought back, or amended since, stands under another number.
        guard let row = activities.row(of: context.id).map(activities.amended), !activities.isVoid(at: row) else { return nil }
        let standing = activities.id(at: row)
        // What brought a void activity back is void again; what stood in the place of another gives it its place back.
        if let amended = activity.detail?.amends, try !context.isVoidedBefore(amended) { return context.bringBack(amended, inPlaceOf: standing) }
        return TakenBack(.void(standing, reason: VoidEntry.undoReason), told: .activity(standing))
    }

    package func subject(in ledger: Ledger) -> String? { nil }

    package var mentions: [EntryMention] { [.account(activity.account)] + (activity.detail?.amends.map { [.replaces($0)] } ?? []) }

    package static func mentions(row: RowFields, json: RowJSON) throws(RowFault) -> [EntryMention] {
        let account = EntryMention.account(AccountID(try row.id(7)))
        return row.isMissing(18) ? [account] : [account, .replaces(try row.entry(18))]
    }

    // MARK: Another journal

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry {
        var activity = activity
        activity.account = try numbers.account(activity.account)
        if let instrument = activity.instrument { activity.instrument = try numbers.instrument(instrument) }
        if let detail = activity.detail { activity.detail = try detail.renumbered(numbers) }
        return .activity(activity)
    }

    /// A row of a file is imported once, and what ties activities together is chosen by one.
    package var claims: [EntryClaim] {
        guard let detail = activity.detail else { return [] }
        var claims: [EntryClaim] = []
        if !detail.sourceID.isEmpty {
            claims.append(
                EntryClaim(
                    .activity, "id \(activity.account.rawValue) \(detail.sourceID)", told: "the row \(SafeText.beginning(of: detail.sourceID)) was imported", mayRepeat: false))
        }
        if TransferGroup.isPair(detail.group) {
            let told = "something was recorded in the group \(SafeText.beginning(of: detail.group))"
            claims.append(EntryClaim(.activity, "group \(detail.group)", told: told, mayRepeat: false))
        }
        return claims
    }

    // MARK: Archive

    package func cells(_ names: ArchiveNames) -> [String] {
        let detail = activity.detail
        return [
            activity.date.description, activity.time?.description ?? "", activity.kind.rawValue, activity.subtype?.rawValue ?? "", activity.status.rawValue,
            activity.account == .every ? "" : names.name(activity.account), activity.instrument.map { names.name($0) } ?? "",
            activity.quantity.cell, activity.price.cell, activity.amount.cell, activity.fee.description, activity.tax.description,
            activity.currency.code, activity.fxRate.cell, detail?.ratio?.description ?? "", detail?.into.map { names.name($0) } ?? "",
            detail?.group ?? "", LotChoice.text(detail?.lots ?? []), (detail?.opened).cell, (detail?.share).cell, detail?.settles?.code ?? "",
            detail?.amends.map { String($0.rawValue) } ?? "", detail?.sourceID ?? "",
            (detail?.place ?? []).map { String($0.rawValue) }.joined(separator: " "), activity.notes,
        ]
    }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        let detail = try Self.detail(cells)
        activity = Activity(
            date: try cells.day("date"), time: try cells.optionalInstant("time"), kind: try cells.word("type"),
            subtype: try cells.isEmpty("subtype") ? nil : cells.word("subtype"), status: try cells.word("status"),
            account: try cells.isEmpty("account") ? .every : cells.account("account"),
            instrument: try cells.isEmpty("symbol") ? nil : cells.instrument("symbol"), quantity: try cells.optionalDecimal("quantity"),
            price: try cells.optionalDecimal("price"), amount: try cells.optionalDecimal("amount"), fee: try cells.decimal("fee"),
            tax: try cells.decimal("tax"), currency: try cells.currency("currency"), fxRate: try cells.optionalDecimal("fx_rate"),
            notes: cells.text("notes"), detail: detail.isEmpty ? nil : detail)
    }

    private static func detail(_ cells: ArchiveCells) throws(ArchiveFault) -> ActivityDetail {
        var ratio: Ratio?
        if !cells.isEmpty("ratio") {
            ratio = Ratio(written: cells.text("ratio"))
            if ratio == nil { throw ArchiveFault(.number, "ratio", "\(cells.quote("ratio")) is no ratio", hint: Ratio.hint(for: cells.text("ratio"))) }
        }
        return ActivityDetail(
            ratio: ratio, into: try cells.isEmpty("into") ? nil : cells.instrument("into"), group: cells.text("group"), lots: try lots(cells),
            opened: try cells.optionalDay("opened"), share: try cells.optionalDecimal("share"),
            settles: try cells.isEmpty("settle") ? nil : cells.currency("settle"), amends: try cells.optionalEntry("amends"),
            sourceID: cells.text("source_id"), place: try place(cells))
    }

    private static func place(_ cells: ArchiveCells) throws(ArchiveFault) -> [EntryID] {
        var place: [EntryID] = []
        for part in cells.text("place").split(separator: " ") {
            guard let number = Int(part), number > 0 else {
                throw ArchiveFault(
                    .number, "place", "\"\(SafeText.beginning(of: String(part)))\" is no number of an entry",
                    hint: "write 7 9 for entry 9 right before entry 7")
            }
            place.append(EntryID(number))
        }
        return place
    }

    private static func lots(_ cells: ArchiveCells) throws(ArchiveFault) -> [LotChoice] {
        do { return try LotChoice.lots(in: cells.text("lots")) } catch {
            throw ArchiveFault(
                .number, "lots", "\"\(SafeText.beginning(of: error.part))\" names no lot", hint: "write 12=3.5;14 for 3.5 units of entry 12, then all of entry 14")
        }
    }

    // MARK: Dry run

    /// Only of one that stands in the place of another: the others have a table of their own.
    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        guard let amended = activity.detail?.amends else { return nil }
        return EntryWording.Line(
            "amend", "entry \(amended.rawValue)", "\(wording.describe(amended)) becomes void; \(wording.describe(activity)) stands in its place")
    }

    package var counted: (one: String, many: String)? { ("activity", "activities") }
}
