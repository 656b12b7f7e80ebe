import Values

/// The first pass over a file: its securities, how it writes numbers and signs, and the rows that others of it speak of.
struct OFXSurvey {
    /// A transaction by the account and its id there.
    struct Key: Hashable {
        var account: String
        var id: String
    }

    private(set) var securities = OFXSecurities()
    /// What positions say that securities are worth.
    private(set) var costs = OFXCosts()
    private(set) var numbers = NumberSurvey()
    /// The accounts that statements are of, in their order.
    private(set) var accounts: [String] = []
    /// The institution that made the file.
    private(set) var organization = ""
    private var accountKeys: Set<String> = []
    /// Transactions that another one takes back or replaces, and the line and the id of that.
    private(set) var takenBack: [Key: (line: Int, id: String)] = [:]
    /// Ids that several rows of an account have, which therefore tell none of them.
    private(set) var sharedIDs: Set<UInt64> = []
    private var contents: [UInt64: UInt64] = [:]
    /// Where the rows stand that another takes back.
    private(set) var originals: [Key: Int] = [:]
    /// The transfers that the file tells both sides of.
    private(set) var pairs = OFXPairs()
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

    private var usesByLine: [Int: Int] = [:], usesByTrade: [Int: Int] = [:]
    /// Options whose trade is not found yet, by the account and the underlying.
    private var openUses: [Key: [Int]] = [:]
    private var lastLine = 0

    // MARK: options that were used

    /// Makes ready to find the trades of options that were used.
    mutating func prepareUses() {
        for (place, use) in uses.enumerated() {
            usesByLine[use.line] = place
            openUses[Key(account: use.account, id: securities.security(use.option).underlying), default: []].append(place)
        }
    }

    /// Takes a record as the trade of an option that was used, where it is that.
    mutating func findTrade(_ record: OFXRecord, account: String, line: Int, _ reader: NumberReader) {
        guard OFXOptionUse.isTrade(record) else { return }
        let key = Key(account: account, id: record.text("UNIQUEID"))
        guard let open = openUses[key], let found = open.firstIndex(where: { uses[$0].take(record, line: line, securities, reader) }) else { return }
        usesByTrade[line] = open[found]
        openUses[key]?.remove(at: found)
    }

    /// The option whose use a row tells.
    func use(at line: Int) -> OFXOptionUse? { usesByLine[line].map { uses[$0] } }

    /// The option whose use brought the trade on a line.
    func use(ofTrade line: Int) -> OFXOptionUse? { usesByTrade[line].map { uses[$0] } }

    // MARK: passes

    /// Values that are numbers.
    private static let figures: [OFXTag] = [
        "TRNAMT", "UNITS", "UNITPRICE", "TOTAL", "COMMISSION", "FEES", "LOAD", "TAXES", "BALAMT", "AVAILCASH", "WITHHOLDING", "STRIKEPRICE", "GAIN",
    ]

    /// Looks at a record; securities are read later, once numbers are known.
    mutating func add(_ record: OFXRecord, account: String) {
        note(lineOf: record)
        for tag in Self.figures { if let cell = record.cell(tag) { numbers.add(cell, line: record.line) } }
        // What is held or pending takes back nothing.
        if record.tag != "STMTTRNP", record.word("TRNTYPE") != "HOLD" {
            for tag in ["REVERSALFITID", "CORRECTFITID"] as [OFXTag] where record.cell(tag) != nil { takenBack[Key(account: account, id: record.text(tag))] = (0, "") }
        }
        if record.tag == "INVEXPENSE" || record.tag == "MARGININTEREST", let cell = record.cell("TOTAL"), SignSurvey.sign(cell) < 0 { signed.insert(record.tag) }
        if let cell = record.cell("TRNAMT") {
            if SignSurvey.sign(cell) < 0 { signed.insert("STMTTRN") } else if record.word("TRNTYPE") == "DEBIT" { hasPlainDebits = true }
        }
    }

    /// Counts a record, whole or broken off, and notes whether it begins on a line of its own.
    mutating func note(lineOf record: OFXRecord) {
        count += 1
        if record.line <= lastLine { hasLines = false }
        lastLine = record.line
    }

    mutating func noteAccount(_ account: String) { if !account.isEmpty, accountKeys.insert(account).inserted { accounts.append(account) } }
    mutating func note(organization: String) { if self.organization.isEmpty { self.organization = organization } }

    /// Looks once more at a record, with numbers known: securities, transfers, options that were used, and what is taken back.
    mutating func study(_ record: OFXRecord, _ statement: OFXStatement?, line: Int, _ reader: NumberReader) {
        let account = statement?.key ?? "", own = Self.id(record)
        if record.tag.name.hasSuffix("INFO"), var security = try? OFXSecurity(record, reader) {
            security.line = line
            securities.add(security)
        }
        securities.note(record, maker: organization)
        if record.tag.name.hasPrefix("POS") { costs.add(record, reader) }
        if !takenBack.isEmpty {
            let key = Key(account: account, id: own)
            if !own.isEmpty, takenBack[key] != nil, originals[key] == nil { originals[key] = line }
            if record.tag != "STMTTRNP", record.word("TRNTYPE") != "HOLD" {
                for tag in ["REVERSALFITID", "CORRECTFITID"] as [OFXTag] where record.cell(tag) != nil { takenBack[Key(account: account, id: record.text(tag))] = (line, own) }
            }
        }
        if !own.isEmpty, let statement { note(id: own, of: record, statement) }
        if let statement, record.tag == "TRANSFER" || record.word("TRNTYPE") == "XFER" { pairs.add(record, statement, line, reader) }
        if record.tag == "CLOSUREOPT", let use = OFXOptionUse(record, account: account, line: line, reader) { uses.append(use) }
    }

    /// Ties the sides of transfers.
    mutating func tiePairs() { pairs.tie() }

    /// The id of a row; some banks write nothing of it in words.
    static func id(_ record: OFXRecord) -> String {
        let id = record.text("FITID")
        return ["0", "NONE", "N/A"].contains(id.uppercased()) ? "" : id
    }

    /// A number for an id within a statement's account and currency.
    static func hash(_ statement: OFXStatement, _ id: String) -> UInt64 {
        var hash = ByteHash()
        for byte in "\(statement.key)\u{1F}\(statement.currency)\u{1F}\(id)".utf8 { hash.add(byte) }
        return hash.value
    }

    private mutating func note(id: String, of record: OFXRecord, _ statement: OFXStatement) {
        // One that corrects the row of its own id is the same transaction.
        if record.text("CORRECTFITID") == id || record.text("REVERSALFITID") == id { return }
        let key = Self.hash(statement, id), own = record.contents
        if let before = contents.updateValue(own, forKey: key), before != own { sharedIDs.insert(key) }
    }
}
