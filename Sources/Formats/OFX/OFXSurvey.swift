import Values

/// The first pass over a file: its securities, how it writes numbers and signs, and the rows that others of it speak of.
struct OFXSurvey {
    /// A transaction by the account and its id there.
    struct Key: Hashable {
        var account: String
        var id: String
    }

    /// One side of a transfer that the file may tell both sides of.
    struct Side {
        var line: Int
        var account: String
        var what: String
        var amount: FixedDecimal
        var day: Day
    }

    private(set) var securities = OFXSecurities()
    private(set) var numbers = NumberSurvey()
    /// The accounts that statements are of, in their order.
    private(set) var accounts: [String] = []
    /// The institution that made the file.
    private(set) var organization = ""
    /// Transactions that a later one takes back or replaces, and the line of that.
    private(set) var takenBack: [Key: Int] = [:]
    /// Where the rows stand that another takes back.
    private(set) var originals: [Key: Int] = [:]
    /// The name of the pair, by the line of each side.
    private(set) var groups: [Int: String] = [:]
    /// Of kinds of charges: whether some are below zero, so that those above are refunds.
    private(set) var signed: Set<OFXTag> = []
    private var hasPlainDebits = false
    /// Whether debits carry no sign, so that the type of a row tells the direction.
    var isUnsigned: Bool { hasPlainDebits && !signed.contains("STMTTRN") }
    /// Options that were used.
    private(set) var uses: [OFXOptionUse] = []
    /// Whether each record begins on a line of its own.
    private(set) var hasLines = true
    private(set) var count = 0
    private var sides: [Side] = []

    /// Finds the trades of options that were used.
    mutating func findTrade(_ record: OFXRecord, account: String, line: Int, _ reader: NumberReader) {
        for place in uses.indices where uses[place].take(record, account: account, line: line, securities, reader) { return }
    }

    /// Takes over what the securities are called by now.
    mutating func take(_ securities: OFXSecurities) { self.securities = securities }
    private var lastLine = 0

    /// Values that are numbers.
    private static let figures: [OFXTag] = ["TRNAMT", "UNITS", "UNITPRICE", "TOTAL", "COMMISSION", "FEES", "LOAD", "TAXES", "BALAMT", "AVAILCASH", "WITHHOLDING", "STRIKEPRICE"]

    /// Looks at a record; securities are read later, once numbers are known.
    mutating func add(_ record: OFXRecord, account: String) {
        count += 1
        if record.line <= lastLine { hasLines = false }
        lastLine = record.line
        for tag in Self.figures { if let cell = record.cell(tag) { numbers.add(cell, line: record.line) } }
        let back = record.text("REVERSALFITID"), corrected = record.text("CORRECTFITID")
        if !back.isEmpty { takenBack[Key(account: account, id: back)] = record.line }
        if !corrected.isEmpty { takenBack[Key(account: account, id: corrected)] = record.line }
        if record.tag == "INVEXPENSE" || record.tag == "MARGININTEREST", record.cell("TOTAL")?.first == UInt8(ascii: "-") { signed.insert(record.tag) }
        if record.word("TRNTYPE") == "DEBIT" { if record.cell("TRNAMT")?.first == UInt8(ascii: "-") { signed.insert("STMTTRN") } else { hasPlainDebits = true } }
    }

    mutating func noteAccount(_ account: String) { if !account.isEmpty, !accounts.contains(account) { accounts.append(account) } }
    mutating func note(organization: String) { if self.organization.isEmpty { self.organization = organization } }

    /// Looks once more at a record, with numbers known: securities, transfers, options that were used, and what is taken back.
    mutating func study(_ record: OFXRecord, account: String, line: Int, _ reader: NumberReader) {
        if record.tag.name.hasSuffix("INFO"), var security = try? OFXSecurity(record, reader) {
            security.line = line
            securities.add(security)
        }
        if !takenBack.isEmpty {
            let key = Key(account: account, id: record.text("FITID"))
            if takenBack[key] != nil, originals[key] == nil { originals[key] = line }
        }
        if record.tag == "TRANSFER" || record.word("TRNTYPE") == "XFER" { noteSide(record, account, line, reader) }
        if record.tag == "CLOSUREOPT", let use = OFXOptionUse(record, account: account, line: line, reader) { uses.append(use) }
    }

    private mutating func noteSide(_ record: OFXRecord, _ account: String, _ line: Int, _ reader: NumberReader) {
        let isUnits = record.tag == "TRANSFER"
        guard let cell = record.cell(isUnits ? "DTTRADE" : "DTPOSTED"), let day = try? OFXDate(cell, "DTTRADE").day else { return }
        guard var amount = (try? record.number(isUnits ? "UNITS" : "TRNAMT", reader)) ?? nil, !amount.isZero else { return }
        if isUnits { amount = record.word("TFERACTION") == "OUT" ? -amount.magnitude : amount.magnitude }
        sides.append(Side(line: line, account: account, what: isUnits ? record.text("UNIQUEID") : "", amount: amount, day: day))
    }

    /// Ties the sides of transfers: of two accounts, the same sum, at most a week apart, the nearest first.
    mutating func pairSides() {
        struct Key: Hashable { let what: String, amount: FixedDecimal }
        var places: [Key: [Int]] = [:], taken = Set<Int>(), counts: [String: Int] = [:]
        for (place, side) in sides.enumerated() { places[Key(what: side.what, amount: side.amount.magnitude), default: []].append(place) }
        for (place, side) in sides.enumerated() where side.amount.isNegative {
            let others = (places[Key(what: side.what, amount: side.amount.magnitude)] ?? []).filter { other in
                !taken.contains(other) && sides[other].amount > .zero && sides[other].account != side.account && abs(sides[other].day.number - side.day.number) <= Self.longest
            }
            guard let other = others.min(by: { abs(sides[$0].day.number - side.day.number) < abs(sides[$1].day.number - side.day.number) }) else { continue }
            taken.insert(other)
            let name = "\(side.day) \(side.account) > \(sides[other].account) \(side.amount.magnitude)\(side.what.isEmpty ? "" : " \(side.what)")"
            counts[name, default: 0] += 1
            let group = counts[name] == 1 ? name : "\(name) #\(counts[name] ?? 1)"
            groups[sides[place].line] = group
            groups[sides[other].line] = group
        }
    }

    private static let longest: Int32 = 7
}
