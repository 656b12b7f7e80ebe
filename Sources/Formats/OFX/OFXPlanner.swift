import Ledger
import Values

/// Puts the statements of a file into a plan: reads it once to learn what it has, once for what numbers tell, and then row by row.
struct OFXPlanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var progress: TextProgress
    /// What the first passes found.
    var survey = OFXSurvey()
    /// How numbers are read.
    var numbers = NumberReader(.point)
    /// The securities, and what they are called.
    var securities = OFXSecurities()
    /// What is told at the end, by count.
    var tally = OFXTally()
    /// Names of accounts by the keys of statements.
    var names: [String: String] = [:]
    /// Rows by account and id, to know the same one again.
    private var seen: [UInt64: Int] = [:]
    /// Positions of the running statement.
    var positions = OFXPositions()
    /// Up to which days the book has rows of this file, by the account; nil until that is asked.
    private var knownDays: [Int32: Day]?
    /// Lines on which securities are listed.
    private var listed: [(line: Int, id: String)] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ progress: TextProgress) { (self.bytes, self.progress) = (bytes, progress.times(3)) }

    /// Puts everything into the plan.
    mutating func add(to plan: inout PlanBuilder) throws(ImportIssue) {
        try learn(plan.options)
        try checkTold(plan.options)
        securities.identities = OFXIdentities(in: plan.context.accountMappings)
        plan.reserve(rows: survey.count)
        var walk = OFXWalk(bytes, hasLines: survey.hasLines)
        while let step = try walk.next() {
            try progress.report(2, walk.offset)
            switch step {
            case .record(let record): take(record, walk, &plan)
            case .broken(let record, let issue): if !OFXWalk.silent.contains(record.tag) { plan.verdict(issue, line: walk.line) }
            case .end: positions.finish(&plan)
            case .stranger(let tag): tally.leftOut.add(OFXReader.strangers[tag] ?? "statement of another kind (\(tag.name))")
            }
        }
        if !walk.isWhole {
            plan.verdict(
                ImportIssue(.badXML, message: "the file ends before </OFX>: it was cut off", hint: "download it anew; partial=true takes the rows that are there"),
                line: walk.endLine)
        }
        if plan.plan.verdicts.isEmpty, let fault = tally.faults.first { throw ImportIssue(.emptyFile, message: fault) }
        settleListed(&plan)
        securities.keep(&plan)
        plan.checksPairs = true
        if !survey.hasLines { plan.notice(.format, "several records of the file stand on one line, so that \"line\" counts its records") }
        tally.tell(&plan)
        progress.finish()
    }

    // MARK: first passes

    private mutating func learn(_ options: ImportOptions) throws(ImportIssue) {
        var walk = OFXWalk(bytes, hasLines: true)
        while let step = try walk.next() {
            try progress.report(0, walk.offset)
            switch step {
            case .record(let record) where !OFXWalk.silent.contains(record.tag):
                survey.noteAccount(walk.statement?.key ?? "")
                survey.add(record, account: walk.statement?.key ?? "")
            case .broken(let record, _) where !OFXWalk.silent.contains(record.tag): survey.note(lineOf: record)
            case .record, .broken, .end, .stranger: continue
            }
        }
        survey.note(organization: walk.organization)
        if let told = options.decimalMark { numbers = NumberReader(told) } else { numbers = NumberReader(try survey.numbers.verdict(delimiter: UInt8(ascii: ","))) }
        try study { survey, record, statement, line, numbers in survey.study(record, statement, line: line, numbers) }
        survey.tiePairs()
        securities = survey.securities
        if !survey.uses.isEmpty {
            survey.prepareUses()
            try study { survey, record, statement, line, numbers in survey.findTrade(record, account: statement?.key ?? "", line: line, numbers) }
        }
    }

    private mutating func study(_ look: (inout OFXSurvey, OFXRecord, OFXStatement?, Int, NumberReader) -> Void) throws(ImportIssue) {
        var walk = OFXWalk(bytes, hasLines: survey.hasLines)
        while let step = try walk.next() {
            try progress.report(1, walk.offset)
            if case .record(let record) = step { look(&survey, record, walk.statement, walk.line, numbers) }
        }
    }

    private func checkTold(_ options: ImportOptions) throws(ImportIssue) {
        guard let told = options.account, survey.accounts.count > 1 else { return }
        throw ImportIssue(
            .unknownAccount, column: "account", text: told,
            message: "the file has statements of \(survey.accounts.count) accounts: \(MessageText.cut(survey.accounts.prefix(3).joined(separator: ", ")))",
            hint: "account= names the account of a file that has one; leave it out, and each goes by its number")
    }

    // MARK: accounts

    /// Defines the account of a statement where the book has none of its name.
    private mutating func define(_ statement: OFXStatement, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard !statement.number.isEmpty else { throw ImportIssue(.missingValue, column: "ACCTID", message: "the statement does not tell the number of its account") }
        let name = try name(statement, plan), known = plan.account(named: name)
        if known != 0 { return Int(known) > plan.accounts.recorded ? .skipped : .alreadyThere }
        guard MessageText.isName(name) else { throw ImportIssue(.badName, column: "ACCTID", text: name, message: MessageText.nameRule) }
        guard plan.options.create else {
            throw ImportIssue(
                .unknownAccount, column: "ACCTID", text: name, message: "the book has no account \"\(MessageText.cut(name))\"", hint: "define it first, or import with create=true")
        }
        let currency = try currency(statement.currency, plan)
        plan.settledAccounts.insert(plan.define(Account(name: name, kind: statement.kind == .investment ? .securities : .cash, currency: currency)))
        return .define
    }

    /// A currency by its code.
    func currency(_ code: String, _ plan: PlanBuilder) throws(ImportIssue) -> Currency {
        guard !code.isEmpty else { throw ImportIssue(.badCurrency, column: "CURDEF", message: "the statement does not tell its currency") }
        do { return try plan.context.currencies.currency(code) } catch { throw ImportIssue(.badCurrency, column: "CURDEF", text: code, message: error.description) }
    }

    // MARK: records

    /// Reads a record and gives it its verdict.
    private mutating func take(_ record: OFXRecord, _ walk: OFXWalk, _ plan: inout PlanBuilder) {
        do throws(ImportIssue) {
            if record.tag == "STATUS" { return tally.note(status: record) }
            if record.tag == "AVAILBAL" { return }
            if let outcome = try outcome(record, walk, &plan) { plan.verdict(line: walk.line, outcome) }
        } catch {
            plan.verdict(error, line: walk.line, outcome: error.kind.skips ? .skipped : .refused)
        }
    }

    private mutating func outcome(_ record: OFXRecord, _ walk: OFXWalk, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome? {
        if OFXSecurity.isListed(record.tag) {
            let security = try OFXSecurity(record, numbers)
            listed.append((walk.line, security.id))
            return .skipped
        }
        guard let statement = walk.statement else {
            throw ImportIssue(.badXML, message: "<\(record.tag.name)> stands outside of any statement", hint: "the file is damaged here; download it anew")
        }
        if ["BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"].contains(record.tag) { return try define(statement, &plan) }
        guard !statement.number.isEmpty else { throw ImportIssue(.missingValue, column: "ACCTID", message: "the statement does not tell the number of its account") }
        let name = try name(statement, plan)
        switch record.tag {
        case "LEDGERBAL", "INVBAL": return try balance(record, statement, name, line: walk.line, &plan)
        case "POSSTOCK", "POSMF", "POSDEBT", "POSOPT", "POSOTHER": return try position(record, statement, name, line: walk.line, &plan)
        default: return try transaction(record, statement, name, line: walk.line, &plan)
        }
    }

    private mutating func transaction(
        _ record: OFXRecord, _ statement: OFXStatement, _ name: String, line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome {
        try record.checkIsOne()
        if let currency = try? Currency(record.text("CURSYM", within: "CURRENCY").isEmpty ? statement.currency : record.text("CURSYM", within: "CURRENCY").uppercased()) {
            for tag in ["TRNAMT", "TOTAL"] as [OFXTag] {
                if let cell = record.cell(tag), let number = (try? numbers.read(cell)) ?? nil { try number.checkMark(in: currency, column: tag.name) }
            }
        }
        if let use = survey.use(ofTrade: line) {
            throw Self.leftOut("it is the trade of the option that line \(use.line) tells the use of, and is recorded with it")
        }
        let id = OFXSurvey.id(record), replaced = try takeBack(record, statement, name, id, line, &plan), isOwn = try !isRepeated(record, statement, id, line)
        var row = OFXRow(record: record, statement: statement, account: name, line: line)
        var drafts = try self.drafts(&row, &plan)
        if isOwn, !id.isEmpty { for place in drafts.indices { drafts[place].sourceID = place == 0 ? id : "\(id)/\(place + 1)" } }
        let place = plan.plan.activities.rows.count
        try plan.add(drafts, line: line)
        // The trade of an option that was used may be in the book already, from a file that did not tell the use.
        if let use = survey.use(at: line), !use.tradeID.isEmpty { plan.plan.matching.otherHalves[place] = use.tradeID }
        plan.plan.replaced += replaced
        for draft in drafts { if let symbol = draft.draft.symbol { positions.touch(symbol) } }
        return .add
    }

    /// Whether the id of a row is that of another row too, so that it tells nothing; the same row once more is left out.
    private mutating func isRepeated(_ record: OFXRecord, _ statement: OFXStatement, _ id: String, _ line: Int) throws(ImportIssue) -> Bool {
        guard !id.isEmpty else { return false }
        let key = OFXSurvey.hash(statement, id)
        if survey.sharedIDs.contains(key) {
            tally.sharedIDs += 1
            return true
        }
        if let before = seen[key] { throw Self.leftOut("the row of this id is on line \(before) already") }
        seen[key] = line
        return false
    }

    /// A row that is left out, and why.
    static func leftOut(_ message: String) -> ImportIssue { ImportIssue(.leftOut, message: message) }

    /// Leaves out a row that another takes back or replaces, and one that takes another back. Gives the entries of the book that the row replaces.
    private mutating func takeBack(
        _ record: OFXRecord, _ statement: OFXStatement, _ name: String, _ id: String, _ line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> [EntryID] {
        if !id.isEmpty, let taker = survey.takenBack[OFXSurvey.Key(account: statement.key, id: id)], taker.line != line {
            if let other = survey.takenBack[OFXSurvey.Key(account: statement.key, id: taker.id)], other.line == line {
                throw ImportIssue(.definedTwice, message: "it and the row on line \(taker.line) take one another back", hint: "correct the file, or record what holds by hand")
            }
            throw Self.leftOut("line \(taker.line) takes it back")
        }
        let reversed = record.text("REVERSALFITID"), corrected = record.text("CORRECTFITID"), other = reversed.isEmpty ? corrected : reversed
        guard !other.isEmpty else { return [] }
        let account = plan.account(named: name), key = OFXSurvey.Key(account: statement.key, id: other)
        let held = plan.context.importedEntries([other, other + "/2"]).filter { $0.activity.account.rawValue == account }
        let standing = held.filter { !$0.isVoid && !plan.plan.replaced.contains($0.id) }.map(\.id)
        if reversed.isEmpty, record.word("CORRECTACTION") != "DELETE" { return standing }
        if let first = standing.first {
            plan.plan.replaced += standing
            throw Self.leftOut("it takes back entry \(first.rawValue), which is voided")
        }
        if let line = survey.originals[key] { throw Self.leftOut("it takes back the row on line \(line); neither is added") }
        if !held.isEmpty { throw Self.leftOut("it takes back an entry that is void already") }
        if let day = OFXCoverage.day(of: record), try coverage(&plan)[account].map({ day <= $0 }) == true {
            throw Self.leftOut("it takes back the transaction \(MessageText.cut(other)), which the statement that brought the rows of that day left out with it")
        }
        throw ImportIssue(
            .missingValue, column: reversed.isEmpty ? "CORRECTFITID" : "REVERSALFITID", text: other,
            message: "it takes back the transaction \(MessageText.cut(other)), which neither the file nor the book has under that id",
            hint: "void the entry by hand if the book has it, and import the others with partial=true")
    }

    /// Up to which days the book has rows of this file, by the account.
    private mutating func coverage(_ plan: inout PlanBuilder) throws(ImportIssue) -> [Int32: Day] {
        if let knownDays { return knownDays }
        var coverage = OFXCoverage(), walk = OFXWalk(bytes, hasLines: survey.hasLines)
        while let step = try walk.next() {
            if case .record(let record) = step, let statement = walk.statement, let name = try? name(statement, plan) { coverage.add(record, account: plan.account(named: name)) }
        }
        let days = coverage.days(plan.context)
        knownDays = days
        return days
    }

    // MARK: securities

    /// Tells of each security of the list what became of it.
    private mutating func settleListed(_ plan: inout PlanBuilder) {
        for (line, id) in listed {
            guard securities.used.contains(id) else {
                plan.plan.verdicts.change(line: line, to: .skipped, issue: ImportIssue(.leftOut, line: line, message: "nothing in the file is of it"))
                continue
            }
            let number = Int(plan.instrument(named: securities.symbol(id, &plan)))
            if number > 0 { plan.plan.verdicts.change(line: line, to: number > plan.instruments.recorded ? .define : .alreadyThere) }
        }
    }
}
