import Ledger
import Values

/// A security of a file's list.
struct OFXSecurity {
    /// The element that lists it; nil where only a transaction names it.
    var tag: OFXTag?
    /// The line on which it is listed.
    var line = 0
    /// Its number, mostly a CUSIP or an ISIN.
    var id: String
    /// The symbol at its exchange; empty for none.
    var ticker = ""
    var name = ""
    /// The code of the currency that it is priced in; empty for the statement's.
    var currency = ""
    /// The terms of an option; the underlying is a number of the list, or a symbol.
    var right: OptionTerms.Right?
    var strike: FixedDecimal?
    var expires: Day?
    var multiplier = FixedDecimal.one
    var underlying = ""

    init(id: String) { self.id = id }

    /// Reads one of the list.
    init(_ record: OFXRecord, _ numbers: NumberReader) throws(ImportIssue) {
        id = record.text("UNIQUEID")
        tag = record.tag
        line = record.line
        guard !id.isEmpty else { throw ImportIssue(.missingValue, column: "UNIQUEID", message: "the security has no number") }
        ticker = record.text("TICKER")
        name = record.text("SECNAME")
        currency = record.text("CURSYM").uppercased()
        guard record.tag == "OPTINFO" else { return }
        right =
            switch record.word("OPTTYPE") {
            case "CALL": .call
            case "PUT": .put
            default: nil
            }
        strike = try record.number("STRIKEPRICE", numbers)
        if let cell = record.cell("DTEXPIRE") { expires = try OFXDate(cell, "DTEXPIRE").day }
        multiplier = try record.number("SHPERCTRCT", numbers).flatMap { $0 > .zero ? $0 : nil } ?? 100
        underlying = record.text("UNIQUEID", nth: 1)
    }

    /// The kind of instrument by the element that lists it, or that trades it.
    static func kind(_ tag: OFXTag) -> Instrument.Kind? {
        for place in knownTags.indices where knownTags[place] == tag { return knownKinds[place] }
        return kind(named: tag)
    }

    /// The elements that are asked about for each row.
    private static let knownTags: [OFXTag] = [
        "STOCKINFO", "BUYSTOCK", "SELLSTOCK", "INCOME", "REINVEST", "MFINFO", "BUYMF", "SELLMF", "DEBTINFO", "BUYDEBT", "SELLDEBT", "OPTINFO", "BUYOPT", "SELLOPT", "TRANSFER",
    ]
    private static let knownKinds = knownTags.map(kind(named:))

    private static func kind(named tag: OFXTag) -> Instrument.Kind? {
        let name = tag.name
        for (words, kind) in kinds where words.contains(where: name.contains) { return kind }
        return nil
    }

    private static let kinds: [([String], Instrument.Kind)] = [(["STOCK"], .stock), (["MF"], .fund), (["DEBT"], .bond), (["OPT"], .option), (["OTHER"], .other)]
}

/// The securities of a file and what they are called here.
struct OFXSecurities {
    private(set) var list: [String: OFXSecurity] = [:]
    private var index = OFXNameIndex()
    /// What those are called that were asked for, by their numbers.
    private(set) var symbols: [String: String] = [:]
    /// By what they are known in other files, by their numbers.
    var keys: [String: String] = [:]
    /// What the book keeps of earlier files.
    var identities = OFXIdentities()
    private var owners: [String: String] = [:]
    /// Those that something in the file is of.
    private(set) var used: Set<String> = []

    mutating func add(_ security: OFXSecurity) {
        guard list[security.id] == nil else { return }
        list[security.id] = security
        index.add(security)
    }

    /// A security of a number, as far as the file tells.
    func security(_ id: String) -> OFXSecurity { list[id] ?? OFXSecurity(id: id) }

    /// What it is called here: as the book has it from an earlier file, by its symbol, else by its number. A bond has the symbol of who owes it, which is that of a share.
    mutating func symbol(_ id: String, _ plan: inout PlanBuilder) -> String {
        used.insert(id)
        if let known = symbols[id] { return known }
        let security = security(id)
        var symbol = id
        if let terms = terms(security, &plan) {
            symbol = terms.knownSymbol(&plan)
        } else if plan.instrument(named: id) == 0 {
            let ticker = security.tag == "DEBTINFO" ? "" : security.ticker
            symbol = kept(id, ticker: ticker, &plan) ?? (ticker.isEmpty ? id : ticker)
        }
        if let owner = owners[symbol], owner != id { symbol = id }
        owners[symbol] = id
        symbols[id] = symbol
        return symbol
    }

    /// The terms of an option; nil where it is none, or where one of them is missing.
    mutating func terms(_ security: OFXSecurity, _ plan: inout PlanBuilder) -> ContractTerms? {
        guard security.tag == "OPTINFO", let right = security.right, let strike = security.strike, let expires = security.expires else { return nil }
        var underlying = security.underlying
        if !underlying.isEmpty, underlying != security.id { underlying = symbol(underlying, &plan) }
        if underlying.isEmpty || underlying == security.id { underlying = String(security.ticker.prefix { $0.isLetter || $0 == "." || $0 == "/" }) }
        guard MessageText.isName(underlying), !underlying.isEmpty, strike > .zero, security.multiplier > .zero else { return nil }
        return ContractTerms(underlying: underlying, right: right, strike: strike, expires: expires, multiplier: security.multiplier)
    }

    /// The one security that a text names by its name or its symbol; nil for none, or where it is not clear which.
    func named(in text: String) -> String? { text.isEmpty || list.isEmpty ? nil : index.security(in: text) }
}

extension OFXRecord {
    /// The units that a transfer moves, below zero for those that leave; nil where its word and its sign contradict one another.
    func transferred(_ units: FixedDecimal) -> FixedDecimal? {
        switch word("TFERACTION") {
        case "OUT": -units.magnitude
        case "IN": units.isNegative ? nil : units
        default: units
        }
    }

    /// A number; nil where there is none.
    func number(_ tag: OFXTag, _ numbers: NumberReader, within parent: OFXTag? = nil) throws(ImportIssue) -> FixedDecimal? {
        guard let cell = cell(tag, within: parent) else { return nil }
        do throws(CellFault) { return try numbers.read(cell)?.decimal } catch {
            let what = error == .tooManyDigits ? "has more than \(FixedDecimal.scale) decimals" : error == .tooLarge ? "is too large" : "is no number"
            throw ImportIssue(.badNumber, column: tag.name, text: MessageText.cell(cell), message: "\"\(MessageText.cell(cell))\" \(what)")
        }
    }
}

extension OFXSecurity {
    /// Whether an element lists a security.
    static func isListed(_ tag: OFXTag) -> Bool { ["STOCKINFO", "MFINFO", "DEBTINFO", "OPTINFO", "OTHERINFO"].contains(tag) }
}
