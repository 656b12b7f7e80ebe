import Ledger
import Values

/// Puts the registers of a file into a plan: reads it to learn how it is written, once more for transfers, and then row by row.
struct QIFPlanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var progress: TextProgress
    private let options: ImportOptions
    /// What the first passes found.
    var survey = QIFSurvey()
    let reading: QIFReading
    /// The securities, and what they are called.
    var securities: QIFSecurities
    /// What is told at the end, by count.
    var tally = QIFTally()
    private var accounts: [String: QIFAccount] = [:]
    /// Lines on which securities are listed.
    private var listed: [(line: Int, name: String)] = []
    /// What one unit of a bond costs at a price of one, by its trades.
    var bondSenses: [String: FixedDecimal] = [:]

    /// Reads the file for how it is written.
    ///
    /// - Throws: where dates or numbers could be either of two, or where accounts are not told.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ progress: TextProgress, _ options: ImportOptions) throws(ImportIssue) {
        (self.bytes, self.progress, self.options) = (bytes, progress.times(3), options)
        var walk = QIFWalk(bytes)
        while let record = walk.next() {
            try self.progress.report(0, walk.offset)
            survey.add(record, walk)
        }
        let order: DateOrder? = if let told = options.dateOrder ?? survey.dateOrder { told } else { try survey.dates.verdict() }
        let mark: DecimalMark = if let told = options.decimalMark { told } else { try survey.numbers.verdict(delimiter: UInt8(ascii: ",")) }
        reading = QIFReading(numbers: NumberReader(mark), dates: DateReader(order: order ?? .ymd))
        securities = survey.securities
        isOrderFound = options.dateOrder == nil ? order : nil
    }

    private let isOrderFound: DateOrder?

    /// Puts everything into the plan.
    mutating func add(to plan: inout PlanBuilder) throws(ImportIssue) {
        try checkAccounts(plan)
        var walk = QIFWalk(bytes)
        while let record = walk.next() {
            try progress.report(1, walk.offset)
            survey.study(record, walk, reading)
        }
        survey.pair()
        plan.reserve(rows: survey.count)
        (plan.plan.matching.looksPastNotes, plan.plan.matching.looksAtSums) = (true, true)
        walk = QIFWalk(bytes)
        while let record = walk.next() {
            try progress.report(2, walk.offset)
            take(record, walk, &plan)
        }
        settleListed(&plan)
        plan.checksPairs = true
        if let isOrderFound { plan.notice(.dateOrder, "dates are read as \(isOrderFound.words)") }
        if survey.dates.hasShortYears { plan.notice(.twoDigitYears, "years of two digits are read as 1969 to 2068") }
        if options.decimalMark == nil, reading.numbers.mark == .comma { plan.notice(.decimalMark, "the decimal mark is the comma") }
        tally.tell(&plan)
        progress.finish()
    }

    /// What is wrong where a register has no name, or where one name is told for several.
    private func checkAccounts(_ plan: PlanBuilder) throws(ImportIssue) {
        if let told = options.account, survey.registers.count > 1 {
            throw ImportIssue(
                .unknownAccount, column: "account", text: told, message: "the file has registers of \(survey.registers.count) accounts",
                hint: "account= names the account of a file that has one; leave it out, and each goes by its name")
        }
        guard options.account == nil, plan.context.accounts.count != 1 || survey.registers.count > 1 else { return }
        if survey.registers.contains(where: { $0.hasPrefix("!") && survey.openings[$0] == nil }) {
            throw ImportIssue(
                .unknownAccount, column: "account", message: "the file does not tell of which account its rows are",
                hint: "say account=\"…\", --account on the command line")
        }
    }

    // MARK: accounts

    /// The account of the running register.
    mutating func account(_ walk: QIFWalk, _ plan: inout PlanBuilder) throws(ImportIssue) -> QIFAccount {
        if let known = accounts[walk.key] { return known }
        var name = options.account ?? ""
        if name.isEmpty { name = walk.account.isEmpty ? survey.openings[walk.key] ?? plan.context.accounts.first?.name ?? "" : walk.account }
        if options.account == nil, walk.account.isEmpty, survey.openings[walk.key] == nil {
            plan.notice(.assumedAccount, "rows without an account are taken to be of \"\(name)\", the only one")
        }
        let id = plan.account(named: name)
        var currency: Currency, code: String
        if id != 0 {
            currency = plan.account(id).currency
            let entry = plan.currency(of: plan.account(id))
            code = entry.shift > 0 ? options.minorUnit ?? currency.code : currency.code
        } else {
            currency = try plan.ownOrAssumedCurrency(nil)
            code = options.minorUnit ?? currency.code
        }
        let account = QIFAccount(key: walk.key, name: name, currency: currency, code: code)
        accounts[walk.key] = account
        return account
    }

    /// Defines an account of the file's list where the book has none of its name and the file has rows of it.
    private mutating func define(_ record: QIFRecord, _ walk: QIFWalk, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard !walk.account.isEmpty else { throw ImportIssue(.missingValue, column: "N", message: "the account has no name") }
        for (code, word) in [("L", "limit of a card"), ("D", "description of an account")] as [(Character, String)] where record.cell(code) != nil { tally.leftOut.add(word) }
        guard survey.registers.contains(walk.key) else { throw Self.leftOut("the file has no rows of this account") }
        let account = try account(walk, &plan)
        try balance(record, account, &plan)
        let known = plan.account(named: account.name)
        if known != 0 { return Int(known) > plan.accounts.recorded ? .skipped : .alreadyThere }
        guard MessageText.isName(account.name) else { throw ImportIssue(.badName, column: "N", text: account.name, message: MessageText.nameRule) }
        guard plan.options.create else {
            throw ImportIssue(
                .unknownAccount, column: "N", text: account.name, message: "the book has no account \"\(MessageText.cut(account.name))\"",
                hint: nearestHint(for: account.name, in: plan.accounts.names, otherwise: "define it first, or import with create=true"))
        }
        let isShort = survey.shorts.contains(walk.key)
        plan.settledAccounts.insert(
            plan.define(Account(name: account.name, kind: survey.investing.contains(walk.key) ? .securities : .cash, currency: account.currency, allowShort: isShort)))
        if isShort { plan.notice(.newAccount, "account \"\(account.name)\" may go short, since units are sold short in it") }
        return .define
    }

    /// Takes in the cash that the list of accounts tells, and its day: it is compared with the book once the file is in it. That of a portfolio is the worth of all that it holds.
    private mutating func balance(_ record: QIFRecord, _ account: QIFAccount, _ plan: inout PlanBuilder) throws(ImportIssue) {
        guard let cell = record.cell("$") ?? record.cell("B") else { return }
        let amount = try reading.number(cell, "$")
        guard !survey.investing.contains(account.key), let day = record.cell("/") else { return tally.leftOut.add("balance of an account") }
        plan.plan.balances.append(
            PlannedBalance(
                line: record.line, day: try reading.day(day, "/"), accounts: [account.name], commodity: account.code, isCash: true, amount: amount, tolerance: .zero))
    }

    // MARK: records

    /// Reads a record and gives it its verdict; lines of prices have one each.
    private mutating func take(_ record: QIFRecord, _ walk: QIFWalk, _ plan: inout PlanBuilder) {
        if walk.section == .prices, record.isEnded {
            for field in record.fields {
                verdict(line: field.line, &plan) { planner, plan throws(ImportIssue) in try planner.quote(record.wholeLine(field), line: field.line, &plan) }
            }
            return
        }
        verdict(line: record.line, &plan) { planner, plan throws(ImportIssue) in try planner.outcome(record, walk, &plan) }
    }

    private mutating func verdict(
        line: Int, _ plan: inout PlanBuilder, _ outcome: (inout QIFPlanner, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
    ) {
        do throws(ImportIssue) { plan.verdict(line: line, try outcome(&self, &plan)) } catch {
            plan.verdict(error, line: line, outcome: error.kind.skips ? .skipped : .refused)
        }
    }

    private mutating func outcome(_ record: QIFRecord, _ walk: QIFWalk, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard record.isEnded else {
            throw ImportIssue(
                .missingValue, column: "^", message: "no line ^ ends the record: the file was cut off or is damaged here",
                hint: "export it anew, or add the line if the record is whole; partial=true takes the others")
        }
        switch walk.section {
        case .accounts: return try define(record, walk, &plan)
        case .securities:
            listed.append((record.line, record.text("N")))
            return .skipped
        case .register, .investments: return try row(record, walk, &plan)
        case .leftOut(let word):
            tally.leftOut.add(word)
            throw Self.leftOut("luca has no place for a \(word)")
        case .prices: return .skipped
        case .none: throw ImportIssue(.unknownType, message: "no header tells what it is", hint: "a line such as !Type:Bank goes before it")
        case .unknown(let header):
            throw ImportIssue(
                .unknownType, text: header, message: "it stands below \(MessageText.cut(header)), which is no part of a file that is known",
                hint: "import the others with partial=true")
        }
    }

    private mutating func row(_ record: QIFRecord, _ walk: QIFWalk, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        if let code = record.doubled(of: walk.section == .investments ? "DTUNYIQO" : "DTU") {
            throw ImportIssue(.strayText, column: String(code), message: "it has two lines \(code): two records ran into one", hint: "a line ^ goes between them")
        }
        let account = try account(walk, &plan)
        try reading.checkMarks(record, account.currency)
        let drafts = walk.section == .investments ? try investment(record, account, &plan) : try payments(record, account)
        guard !drafts.isEmpty else { throw Self.leftOut("no money moved") }
        try plan.add(drafts, line: record.line)
        for field in record.fields { tally.note(field) }
        return .add
    }

    /// A row that is left out, and why.
    static func leftOut(_ message: String) -> ImportIssue { ImportIssue(.leftOut, message: message) }

    /// Tells of each security of the list what became of it.
    private func settleListed(_ plan: inout PlanBuilder) {
        var told: Set<String> = []
        for (line, name) in listed {
            guard securities.used.contains(name) else {
                plan.plan.verdicts.change(line: line, to: .skipped, issue: ImportIssue(.leftOut, line: line, message: "nothing in the file is of it"))
                continue
            }
            var securities = securities
            let number = Int(plan.instrument(named: securities.symbol(name, plan)))
            guard number > 0, told.insert(name).inserted else { continue }
            plan.plan.verdicts.change(line: line, to: number > plan.instruments.recorded ? .define : .alreadyThere)
        }
    }
}

/// An account of a file.
struct QIFAccount {
    /// What tells its register from the others.
    let key: String
    /// Its name in the book.
    let name: String
    let currency: Currency
    /// The code of what its figures are in: its currency, or a minor unit of it.
    let code: String
}
