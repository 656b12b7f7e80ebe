import Values

/// The statement that a record stands in.
struct OFXStatement {
    /// The kinds of accounts.
    enum Kind { case bank, card, investment }

    var kind: Kind
    /// The code of the currency that figures are in.
    var currency = ""
    /// The number of the account; empty until it is told.
    var number = "" { didSet { key = knownKey } }
    /// What tells accounts of one number apart: `CHECKING`, `SAVINGS`.
    var type = "" { didSet { key = knownKey } }
    /// The institution, where the account tells it.
    var bank = "" { didSet { key = knownKey } }
    /// The day as of which positions are told.
    var asOf: Day?

    init(_ tag: OFXTag) { kind = tag == "INVSTMTRS" ? .investment : tag == "CCSTMTRS" ? .card : .bank }

    /// What it is known by within the file.
    private(set) var key = ""
    private var knownKey: String { number.isEmpty ? "" : [number, type, bank].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// Walks through the records of a file, each with the statement that it is in.
struct OFXWalk {
    /// What the walk comes to.
    enum Step {
        /// A record, on a line of its own.
        case record(OFXRecord)
        /// A record that breaks off.
        case broken(OFXRecord, ImportIssue)
        /// The end of a statement.
        case end
        /// Something that luca has no place for.
        case stranger(OFXTag)
    }

    private var reader: OFXReader
    /// The statement that the walk is in.
    private(set) var statement: OFXStatement?
    /// The institution that made the file.
    private(set) var organization = ""
    /// Records with a verdict so far.
    private(set) var count = 0
    /// The line of the last record, or its number where several stand on one line.
    private(set) var line = 0
    private let hasLines: Bool

    /// - Parameter hasLines: whether each record begins on a line of its own.
    init(_ bytes: UnsafeBufferPointer<UInt8>, hasLines: Bool) { (reader, self.hasLines) = (OFXReader(bytes), hasLines) }

    /// How far it has come.
    var offset: Int { reader.offset }
    /// Whether the file ends where it should.
    var isWhole: Bool { reader.isWhole }

    /// Records that are read on the way, and have no verdict.
    static let silent: Set<OFXTag> = ["STATUS", "AVAILBAL"]

    /// The next step; nil at the end.
    mutating func next() throws(ImportIssue) -> Step? {
        while let part = try reader.next() {
            switch part {
            case .statement(let tag): statement = OFXStatement(tag)
            case .statementEnd:
                return .end
            case .value(let tag, let text): try take(tag, text)
            case .record(let record):
                if record.isEmpty { continue }
                note(record)
                return .record(record)
            case .broken(let record, let issue):
                note(record)
                return .broken(record, issue)
            case .stranger(let tag): return .stranger(tag)
            }
        }
        return nil
    }

    /// The place of the end of the file, behind all records.
    var endLine: Int { hasLines ? max(reader.line, line + 1) : count + 1 }

    private mutating func take(_ tag: OFXTag, _ text: String) throws(ImportIssue) {
        switch tag {
        case "CURDEF": statement?.currency = text.uppercased()
        case "DTASOF":
            var text = text
            statement?.asOf = text.withUTF8 { try? OFXDate($0, "DTASOF").day }
        case "ORG" where organization.isEmpty: organization = text
        case "TRNAMT", "FITID", "UNITS", "TOTAL":
            throw ImportIssue(
                .badXML, line: reader.line, column: tag.name, text: text, message: "<\(tag.name)> stands outside of any transaction: the file is damaged here",
                hint: "download it anew")
        default: break
        }
    }

    private mutating func note(_ record: OFXRecord) {
        if !Self.silent.contains(record.tag) {
            count += 1
            line = hasLines ? record.line : count
        }
        guard ["BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"].contains(record.tag), statement?.number.isEmpty == true else { return }
        statement?.number = record.text("ACCTID")
        statement?.type = record.tag == "BANKACCTFROM" ? record.word("ACCTTYPE") : ""
        statement?.bank = record.text(record.tag == "INVACCTFROM" ? "BROKERID" : "BANKID")
    }
}
