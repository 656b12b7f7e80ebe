import Ledger
import Testing
import Values

@testable import Formats

@Suite("A whole book as files")
struct ArchiveTests {
    private static let moment = Instant(microseconds: 1_767_322_984_500_001)
    private static let acts: [(String, [JournalEntry])] = [
        (
            "setup, \"first\"",
            [
                .account(AccountID(1), Account(name: "Broker, \"Main\"", kind: .pension, currency: .eur, owner: "Ada", opened: day("2010-01-04"), allowShort: true)),
                .account(AccountID(2), Account(name: "House", kind: .other, currency: .usd, tracking: .value, rate: decimal("0.04"), matures: day("2030-01-01"))),
                .instrument(InstrumentID(1), Instrument(symbol: "ORCL", name: "Oracle", currency: .usd)),
                .instrument(
                    InstrumentID(2),
                    Instrument(
                        symbol: "ORCL P", kind: .option, currency: .usd, multiplier: 100,
                        option: OptionTerms(underlying: InstrumentID(3), right: .put, strike: decimal("42.5"), expires: day("2027-01-15")))),
                .instrument(InstrumentID(3), Instrument(symbol: "NVDA", currency: .usd, assetClass: "shares, \"US\"", provider: "yahoo", providerSymbol: "NVDA.X")),
                .setting(key: "fees_in_cost", value: "false"),
            ]
        ),
        (
            "repl",
            [
                .activity(
                    Activity(
                        date: day("2024-01-03"), time: moment, kind: .buy, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal("0.000000000000000001"),
                        price: decimal("31.25"), amount: decimal("5"), fee: decimal("1.5"), tax: 2, currency: .usd, fxRate: decimal("0.9"), notes: "größer, \"quoted\"\r\n\ttwo ")),
                .account(AccountID(1), Account(name: "Renamed", currency: .eur)),
                .account(AccountID(3), Account(name: "Broker, \"Main\"", currency: .usd)),
                .activity(
                    Activity(
                        date: day("2024-01-04"), kind: .adjustment, subtype: .spinoff, account: .every, instrument: InstrumentID(1), currency: .usd,
                        detail: ActivityDetail(
                            ratio: Ratio(4, for: decimal("2.5")), into: InstrumentID(3), group: "g;1",
                            lots: [LotChoice(EntryID(7), quantity: decimal("0.5")), LotChoice(EntryID(7))],
                            opened: day("2020-02-02"), share: decimal("0.1"), amends: EntryID(7)))),
                .activity(Activity(date: day("2024-01-05"), kind: .deposit, status: .pending, account: AccountID(3), amount: 5, currency: .jpy)),
                .void(EntryID(11), reason: "typo, \"mine\""),
                .value(AccountValue(account: AccountID(2), date: day("2024-01-05"), time: moment, value: decimal("-5.5"), currency: .gbp, notes: " x")),
                .value(AccountValue(account: AccountID(2), date: day("2024-01-05"), value: nil, currency: .gbp)),
                .setting(key: "fees_in_cost", value: ""),
                .plan(PlanDocument(kind: .recurring, name: "rent, \"mine\"", body: "{\"every\":\"month\"}")),
                .occurrence(Occurrence(rule: "rent, \"mine\"", day: day("2024-01-31"), state: .posted, first: EntryID(7))),
                .occurrence(Occurrence(rule: "rent, \"mine\"", day: day("2024-02-29"), state: .skipped)),
                .plan(PlanDocument(kind: .recurring, name: "rent, \"mine\"", body: "")),
                .tag(Tagging(.account(AccountID(3)), "a, \"b\"")),
                .tag(Tagging(.instrument(InstrumentID(2)), "wheel")),
                .tag(Tagging(.activity(EntryID(7)), "tax 2024")),
                .tag(Tagging(.activity(EntryID(7)), "tax 2024", .removed)),
            ]
        ),
    ]
    private static let quote = Quote(instrument: InstrumentID(1), date: day("2024-01-05"), open: 1, close: decimal("2.5"), volume: 7, currency: .usd, source: "a,b")

    private static let rate = Rate(from: .eur, to: .usd, date: day("2024-01-05"), rate: decimal("1.0921"), source: "ecb")

    private static func files() -> [(name: String, text: String)] {
        var writer = ArchiveWriter(), entry = 0
        for (place, (source, entries)) in acts.enumerated() {
            writer.begin(act: place + 1, first: EntryID(entry + 1), recordedAt: moment, source: source)
            for value in entries {
                entry += 1
                writer.add(value, id: EntryID(entry))
            }
        }
        writer.add(quote, recordedAt: moment)
        writer.add(rate, recordedAt: moment)
        return writer.files(hash: "abc")
    }

    private static func read(_ change: (inout [String: String]) -> Void = { _ in }) throws -> BookArchive {
        var texts = Dictionary(uniqueKeysWithValues: files().map { ($0.name, $0.text) })
        change(&texts)
        return try BookArchive { texts[$0].map { Array($0.utf8) } }
    }

    @Test("Ids of imported rows come back, in a column that other books do not have") func sourceIDs() throws {
        func files(_ ids: [String]) -> [String: String] {
            var writer = ArchiveWriter()
            writer.begin(act: 1, first: EntryID(1), recordedAt: Self.moment, source: "import")
            writer.add(.account(AccountID(1), Account(name: "A", currency: .usd)), id: EntryID(1))
            for (place, id) in ids.enumerated() {
                let detail = id.isEmpty ? nil : ActivityDetail(sourceID: id)
                writer.add(
                    .activity(Activity(date: day("2024-01-05"), kind: .deposit, account: AccountID(1), amount: 5, currency: .usd, notes: "a\n\"b\"", detail: detail)),
                    id: EntryID(place + 2))
            }
            return Dictionary(uniqueKeysWithValues: writer.files(hash: "").map { ($0.name, $0.text) })
        }
        #expect(files(["", ""])["activities.csv"]?.contains("source_id") == false)
        let texts = files(["", "T-1", ""]), archive = try BookArchive { texts[$0].map { Array($0.utf8) } }
        let read = archive.acts[0].entries.compactMap { if case .activity(let activity) = $0 { activity } else { nil } }
        #expect(read.map { $0.detail?.sourceID } == [nil, "T-1", nil] && read.allSatisfy { $0.notes == "a\n\"b\"" })
    }

    @Test("Every entry comes back with its number, its act and all of its fields") func roundTrip() throws {
        let archive = try Self.read()
        #expect(archive.acts.map(\.entries) == Self.acts.map(\.1))
        #expect(archive.acts.map(\.source) == Self.acts.map(\.0) && archive.acts.allSatisfy { $0.recordedAt == Self.moment })
        #expect(archive.quotes.map(\.quote) == [Self.quote] && archive.hash == "abc")
        #expect(archive.rates.map(\.rate) == [Self.rate] && archive.rates.map(\.recordedAt) == [Self.moment])
        #expect(archive.place(of: EntryID(12)) == "voids.csv:2" && archive.place(of: EntryID(99)) == "")
    }

    @Test("An account is named as it was called when the entry was recorded") func names() throws {
        let activities = try #require(Self.files().first { $0.name == "activities.csv" }).text
        #expect(activities.contains("7,2,2024-01-03,2026-01-02T03:03:04.500001Z,buy,,posted,\"Broker, \"\"Main\"\"\",ORCL,"))
        #expect(activities.contains("11,2,2024-01-05,,deposit,,pending,\"Broker, \"\"Main\"\"\",,"))
    }

    @Test("A folder of the first version, without rates and what is said of instruments for them, is read") func firstVersion() throws {
        let archive = try Self.read { texts in
            texts["rates.csv"] = nil
            texts["book.csv"] = texts["book.csv"]?.replacing("version,2", with: "version,1")
            texts["instruments.csv"] = texts["instruments.csv"]?.replacing(",class,provider,provider_symbol\n", with: "\n")
                .replacing(",,,\n", with: "\n").replacing(",\"shares, \"\"US\"\"\",yahoo,NVDA.X\n", with: "\n")
        }
        #expect(archive.rates.isEmpty && archive.acts.count == Self.acts.count)
        guard case .instrument(_, let instrument) = archive.acts[0].entries[4] else {
            Issue.record("the fifth entry is an instrument")
            return
        }
        #expect(instrument == Instrument(symbol: "NVDA", currency: .usd))
    }

    @Test(
        "A folder that does not hold together is refused with file and line",
        arguments: [
            ("voids.csv", "", "", "voids.csv: the folder has no such file"),
            ("rates.csv", "1.0921", "0", "rates.csv:2: rate: a rate leads from one currency to another and is above zero"),
            ("rates.csv", "EUR,USD", "EUR,EUR", "rates.csv:2: rate: a rate leads from one currency to another and is above zero"),
            ("voids.csv", "12,2,11", "13,2,11", "entry 12 is missing: this is 13"),
            ("voids.csv", "12,2,11", "12,1,11", "voids.csv:2: act: acts.csv says that entry 12 is of act 2"),
            ("settings.csv", "6,1,fees_in_cost,false\n", "", "activities.csv:2: entry: entry 6 is missing: this is 7"),
            ("tags.csv", "23,2,activity,7,tax 2024,removed\n", "", "book.csv: it tells of 23 entries, and the files have 22"),
            ("tags.csv", ",instrument,", ",instument,", "tags.csv:3: thing: \"instument\" is none (did you mean \"instrument\"?)"),
            ("tags.csv", "20,2,account,\"Broker, \"\"Main\"\"\"", "20,2,account,Brocker", "tags.csv:2: of: nothing was called \"Brocker\" at entry 20"),
            ("plans.csv", ",recurring,", ",recuring,", "plans.csv:2: kind: \"recuring\" is none (did you mean \"recurring\"?)"),
            ("activities.csv", "31.25", "31,25", "activities.csv:2: it has 26 fields"),
            ("activities.csv", "ORCL", "ORLC", "activities.csv:2: symbol: nothing was called \"ORLC\" at entry 7 (did you mean \"ORCL\"?)"),
            ("activities.csv", "spinoff", "spinof", "subtype: \"spinof\" is none (did you mean \"spinoff\"?)"),
            ("activities.csv", "fx_rate", "fx", "activities.csv:1: fx: it is no column of this file"),
            ("accounts.csv", "\n1,1,1,", "\n1,1,4294967297,", "accounts.csv:2: id: \"4294967297\" is too large a number"),
            ("accounts.csv", "2030-01-01", "2030-13-01", "accounts.csv:3: matures: "),
            ("acts.csv", "\n2,7,", "\n3,7,", "acts.csv:3: act: acts are numbered 1, 2, 3 …; this should be 2"),
            ("book.csv", "version,5", "version,6", "book.csv: version 6 of the folder is not known"),
        ])
    func damaged(file: String, text: String, other: String, message: String) throws {
        let issue = #expect(throws: ImportIssue.self) {
            try Self.read { texts in
                if text.isEmpty { texts[file] = nil } else { texts[file] = texts[file]?.replacing(text, with: other) }
            }
        }
        #expect(issue?.description.contains(message) == true, "\(issue?.description ?? "")")
    }
}
