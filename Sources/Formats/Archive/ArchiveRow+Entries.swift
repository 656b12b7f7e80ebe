import Ledger
import Values

/// The entry that a row keeps: the columns as `ArchiveWriter` writes them.
extension ArchiveRow {
    func account() throws(ImportIssue) -> JournalEntry {
        .account(
            AccountID(Int32(truncatingIfNeeded: try number("id"))),
            Account(
                name: text("name"), kind: try word("type"), currency: try currency("currency"), portfolio: text("portfolio"), owner: text("owner"),
                group: text("group"), opened: try optionalDay("opened"), closed: try optionalDay("closed"), allowShort: try flag("allow_short"),
                tracking: try word("tracking"), rate: try yearlyRate("rate"), matures: try optionalDay("matures"),
                settlement: text("settlement").isEmpty ? .account : try word("settlement")))
    }

    /// A rate of interest: `4%`, or as older files have it the part of one.
    private func yearlyRate(_ column: String) throws(ImportIssue) -> FixedDecimal? {
        if let rate = Percent.read(text(column)) { return rate }
        return try optionalDecimal(column)
    }

    func instrument(underlying: (String) throws(ImportIssue) -> InstrumentID) throws(ImportIssue) -> JournalEntry {
        var option: OptionTerms?
        if !text("underlying").isEmpty {
            option = OptionTerms(underlying: try underlying("underlying"), right: try word("right"), strike: try decimal("strike"), expires: try day("expires"))
        }
        return .instrument(
            InstrumentID(Int32(truncatingIfNeeded: try number("id"))),
            Instrument(
                symbol: text("symbol"), name: text("name"), kind: try word("kind"), currency: try currency("currency"),
                multiplier: try decimal("multiplier"), option: option, assetClass: text("class"), provider: text("provider"),
                providerSymbol: text("provider_symbol")))
    }

    func activity(
        account: (String) throws(ImportIssue) -> AccountID, instrument: (String) throws(ImportIssue) -> InstrumentID
    ) throws(ImportIssue) -> JournalEntry {
        let detail = try detail(instrument)
        return .activity(
            Activity(
                date: try day("date"), time: try optionalInstant("time"), kind: try word("type"), subtype: text("subtype").isEmpty ? nil : try word("subtype"),
                status: try word("status"), account: text("account").isEmpty ? .every : try account("account"),
                instrument: text("symbol").isEmpty ? nil : try instrument("symbol"), quantity: try optionalDecimal("quantity"),
                price: try optionalDecimal("price"), amount: try optionalDecimal("amount"), fee: try decimal("fee"), tax: try decimal("tax"),
                currency: try currency("currency"), fxRate: try optionalDecimal("fx_rate"), notes: text("notes"), detail: detail.isEmpty ? nil : detail))
    }

    private func detail(_ instrument: (String) throws(ImportIssue) -> InstrumentID) throws(ImportIssue) -> ActivityDetail {
        var ratio: Ratio?
        if !text("ratio").isEmpty {
            ratio = Ratio(written: text("ratio"))
            if ratio == nil { throw issue(.badNumber, "ratio", "\"\(ShownText.cut(text("ratio")))\" is no ratio", hint: Ratio.hint(for: text("ratio"))) }
        }
        return ActivityDetail(
            ratio: ratio, into: text("into").isEmpty ? nil : try instrument("into"), group: text("group"), lots: try lots(),
            opened: try optionalDay("opened"), share: try optionalDecimal("share"),
            settles: text("settle").isEmpty ? nil : try currency("settle"), amends: text("amends").isEmpty ? nil : EntryID(try number("amends")),
            sourceID: text(ArchiveFile.sourceID), place: try place())
    }

    private func place() throws(ImportIssue) -> [EntryID] {
        var place: [EntryID] = []
        for part in text(ArchiveFile.place).split(separator: " ") {
            guard let number = Int(part), number > 0 else {
                throw issue(.badNumber, ArchiveFile.place, "\"\(ShownText.cut(String(part)))\" is no number of an entry", hint: "write 7 9 for entry 9 right before entry 7")
            }
            place.append(EntryID(number))
        }
        return place
    }

    private func lots() throws(ImportIssue) -> [LotChoice] {
        do { return try LotChoice.lots(in: text("lots")) } catch {
            throw issue(.badNumber, "lots", "\"\(ShownText.cut(error.part))\" names no lot", hint: "write 12=3.5;14 for 3.5 units of entry 12, then all of entry 14")
        }
    }

    func occurrence() throws(ImportIssue) -> Occurrence {
        Occurrence(rule: text("rule"), day: try day("day"), state: try word("state"), first: text("first").isEmpty ? nil : EntryID(try number("first")))
    }

    func value(account: AccountID) throws(ImportIssue) -> JournalEntry {
        .value(
            AccountValue(
                account: account, date: try day("date"), time: try optionalInstant("time"), value: try optionalDecimal("value"),
                currency: try currency("currency"), notes: text("notes")))
    }
}
