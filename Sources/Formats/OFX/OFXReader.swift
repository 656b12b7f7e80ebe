import Values

/// Reads a file as statements and the records in them, one at a time.
struct OFXReader {
    /// What a file holds.
    enum Part {
        /// A statement of an account begins.
        case statement(OFXTag)
        /// The statement ends.
        case statementEnd
        /// A value of the statement itself, or of the file.
        case value(OFXTag, String)
        /// A transaction, a position, a security, a balance, or the account that a statement is of.
        case record(OFXRecord)
        /// A record without its end.
        case broken(OFXRecord, ImportIssue)
        /// Something that no statement of luca's has, by the element it is in.
        case stranger(OFXTag)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var scanner: OFXScanner
    /// The elements that are open.
    private var open: [OFXTag] = []
    /// For each of them the one by which values are told apart: itself, or one around it.
    private var contexts: [OFXTag] = []
    /// How deep the element stands of which luca has no place for; nil outside of any.
    private var strangerDepth: Int?
    private var record: OFXRecord?
    /// How deep the record stands.
    private var depth = 0
    private var waiting: [Part] = []
    private var isDone = false
    /// Whether the end of the outermost element was read.
    private var isClosed = false

    private static let deepest = 100

    init(_ bytes: UnsafeBufferPointer<UInt8>) { (self.bytes, scanner) = (bytes, OFXScanner(bytes)) }

    /// How far it has read.
    var offset: Int { scanner.place }
    /// The line that it has come to.
    var line: Int { scanner.line }
    /// Whether the file ends where it should.
    var isWhole: Bool { isClosed }

    private static let statements: Set<OFXTag> = ["STMTRS", "CCSTMTRS", "INVSTMTRS"]
    /// Elements whose every child is a record.
    private static let lists: Set<OFXTag> = ["BANKTRANLIST", "BANKTRANLISTP", "INVTRANLIST", "SECLIST", "INVPOSLIST"]
    /// Records that stand elsewhere, too.
    private static let records: Set<OFXTag> = [
        "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "LEDGERBAL", "AVAILBAL", "INVBAL", "STATUS", "BUYDEBT", "BUYMF", "BUYOPT", "BUYOTHER", "BUYSTOCK", "SELLDEBT", "SELLMF",
        "SELLOPT", "SELLOTHER", "SELLSTOCK", "REINVEST", "INCOME", "INVEXPENSE", "MARGININTEREST", "TRANSFER", "SPLIT", "RETOFCAP", "JRNLFUND", "JRNLSEC", "CLOSUREOPT",
        "POSDEBT", "POSMF", "POSOPT", "POSOTHER", "POSSTOCK", "DEBTINFO", "MFINFO", "OPTINFO", "OTHERINFO", "STOCKINFO",
    ]
    /// Values of lists that some banks leave empty, which makes them look like elements that hold others.
    private static let bounds: Set<OFXTag> = ["DTSTART", "DTEND"]
    /// Records that are none within others.
    private static let transactions: Set<OFXTag> = ["STMTTRN", "STMTTRNP", "INVBANKTRAN"]
    /// Elements of which luca has no place for, and what they are.
    static let strangers: [OFXTag: String] = [
        "INV401K": "part of a 401(k) plan", "INV401KBAL": "balance of a 401(k) plan", "REWARDINFO": "balance of rewards", "CLOSING": "printed statement",
        "LOANSTMTRS": "statement of a loan", "STMTENDRS": "printed statement", "CCSTMTENDRS": "printed statement", "OOBUYDEBT": "open order",
        "OOBUYMF": "open order", "OOBUYOPT": "open order", "OOBUYOTHER": "open order", "OOBUYSTOCK": "open order", "OOSELLDEBT": "open order",
        "OOSELLMF": "open order", "OOSELLOPT": "open order", "OOSELLOTHER": "open order", "OOSELLSTOCK": "open order", "SWITCHMF": "open order",
        "EMAILMSGSRSV1": "message", "BILLPAYMSGSRSV1": "list of bills", "PROFMSGSRSV1": "profile of a bank", "SIGNUPMSGSRSV1": "list of accounts",
        "TAX1099MSGSRSV1": "form of taxes", "TAXW2MSGSRSV1": "form of taxes", "INTRARS": "order of a transfer", "RECINTRARS": "order of a transfer",
        "STPCHKRS": "order to stop a check", "INTERXFERMSGSRSV1": "order of a transfer", "WIREXFERMSGSRSV1": "order of a transfer",
    ]
    /// Elements within records by which values are told apart.
    private static let parts: Set<OFXTag> = [
        "SECID", "SECINFO", "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO", "INVACCTFROM", "BANKACCTFROM", "CCACCTFROM", "PAYEE", "BAL", "INVBUY", "INVSELL",
        "MFASSETCLASS", "FIMFASSETCLASS", "IMAGEDATA",
    ]

    /// The next part; nil at the end of the file.
    mutating func next() throws(ImportIssue) -> Part? {
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            if isDone { return nil }
            guard let token = try scanner.next() else {
                isDone = true
                if let cut = record { breakOff(cut, "the file ends within it: it was cut off") }
                record = nil
                continue
            }
            switch token {
            case .value(let tag, let value): try take(tag, value)
            case .begin(let tag): try begin(tag)
            case .end(let tag): end(tag)
            }
        }
    }

    private mutating func take(_ tag: OFXTag, _ value: Range<Int>) throws(ImportIssue) {
        if record == nil {
            if isWithinStranger { return }
            waiting.append(.value(tag, OFXText.read(UnsafeBufferPointer(rebasing: bytes[value]))))
        } else {
            try record?.add(tag, within: contexts.last ?? "", value)
        }
    }

    private mutating func begin(_ tag: OFXTag) throws(ImportIssue) {
        if Self.bounds.contains(tag) { return }
        if let running = record {
            let isNested = running.tag == "INVBANKTRAN" && tag == "STMTTRN"
            if !Self.statements.contains(tag), !Self.lists.contains(tag), isNested || !Self.transactions.contains(tag) { return try push(tag) }
            // Some banks leave out the end of a transaction, too.
            finish()
            close(from: depth - 1)
        }
        if isWithinStranger { return try push(tag) }
        if Self.statements.contains(tag) {
            waiting.append(.statement(tag))
        } else if open.last.map(Self.lists.contains) == true || Self.records.contains(tag) || Self.transactions.contains(tag) {
            record = OFXRecord(tag, line: scanner.line, bytes)
            depth = open.count + 1
        } else if Self.isStranger(tag) {
            waiting.append(.stranger(tag))
            strangerDepth = open.count
        }
        try push(tag)
    }

    private static func isStranger(_ tag: OFXTag) -> Bool { strangers[tag] != nil || tag.name.hasSuffix("STMTRS") && !statements.contains(tag) }

    private var isWithinStranger: Bool { strangerDepth != nil }

    private mutating func push(_ tag: OFXTag) throws(ImportIssue) {
        guard open.count < Self.deepest else {
            throw ImportIssue(
                .badXML, line: scanner.line, message: "its elements stand more than \(Self.deepest) deep in one another", hint: "the file is damaged; download it anew")
        }
        open.append(tag)
        contexts.append(Self.parts.contains(tag) ? tag : contexts.last ?? "")
    }

    private mutating func close(from place: Int) {
        open.removeSubrange(place...)
        contexts.removeSubrange(place...)
        if let depth = strangerDepth, place <= depth { strangerDepth = nil }
    }

    private mutating func end(_ tag: OFXTag) {
        guard let place = open.indices.last(where: { open[$0].word == tag.word }) else { return }
        if record != nil, place < depth { finish() }
        close(from: place)
        if Self.statements.contains(tag) { waiting.append(.statementEnd) }
        if tag == "OFX" { isClosed = true }
    }

    private mutating func finish() {
        if let record { waiting.append(.record(record)) }
        record = nil
    }

    private mutating func breakOff(_ cut: OFXRecord, _ message: String) {
        waiting.append(.broken(cut, ImportIssue(.badXML, message: "<\(cut.tag.name)>: \(message)", hint: "download the file anew")))
    }
}
