import Ledger
import Values

/// The meanings of the words in a type column.
struct TypeWords {
    /// The meaning of a word.
    enum Meaning: Equatable {
        /// A type of activity, with its finer sense where the word tells it.
        case activity(ActivityKind, ActivitySubtype?)
        /// A price of that day, which moves nothing.
        case price
        /// Rows that the user wants left out.
        case skip
        /// A word that means nothing known.
        case unknown
    }

    private var texts = ByteInterner()
    private var meanings: [Meaning] = []
    private let table: [String: Meaning]

    /// The words that are known everywhere, and those that the user told for this file.
    ///
    /// - Throws: `unknownType` where the user names a type that there is not.
    init(user: [String: String]) throws(ImportIssue) {
        var table = Self.known
        for (word, name) in user.sorted(by: { $0.key < $1.key }) {
            guard let meaning = name == "skip" ? .skip : Self.known[Self.key(name)] else {
                throw ImportIssue(
                    .unknownType, text: name, message: "\"\(name)\", which \"\(word)\" should mean, is no type of activity",
                    hint: Self.hint(name))
            }
            table[Self.key(word)] = meaning
        }
        self.table = table
    }

    /// What a cell means; words seen before cost one look.
    @inline(__always)
    mutating func meaning(_ cell: UnsafeBufferPointer<UInt8>) -> Meaning {
        let number = texts.intern(cell)
        if number == meanings.count { meanings.append(lookUp(Self.key(texts.text(number)))) }
        return meanings[number]
    }

    private func lookUp(_ key: String) -> Meaning {
        if let meaning = table[key] { return meaning }
        // Some brokers put the instrument's name behind the type: "YOU BOUGHT ORACLE CORP (ORCL)".
        return Self.beginnings.first { key.hasPrefix($0.words) }?.meaning ?? .unknown
    }

    /// Beginnings that tell the type, whatever follows.
    private static let beginnings: [(words: String, meaning: Meaning)] = [
        ("you bought ", .activity(.buy, nil)), ("you sold ", .activity(.sell, nil)), ("dividend received ", .activity(.dividend, nil)),
        ("interest earned ", .activity(.interest, nil)), ("foreign tax paid ", .activity(.tax, nil)), ("fee charged ", .activity(.fee, nil)),
    ]

    /// A hint for a word that means no type: the nearest type, else all of them.
    static func hint(_ word: String) -> String {
        let types = ActivityKind.allCases.map(\.rawValue) + ["price"]
        let near = nearestName(to: key(word), in: known.keys).flatMap { known[$0] }
        switch near {
        case .activity(let kind, _): return Suggestion(kind.rawValue).question
        case .price: return Suggestion("price").question
        case .skip, .unknown, nil:
            return "the types are \(types.joined(separator: ", ")); types={[\"\(word)\"]=\"buy\"} tells what a word means, \"skip\" leaves it out"
        }
    }

    /// A word in lower case, each run of other characters than letters and digits one blank.
    private static func key(_ word: String) -> String {
        word.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    private static let known: [String: Meaning] = {
        var table: [String: Meaning] = [:]
        for kind in ActivityKind.allCases {
            for word in [kind.rawValue] + ActivityRule.rule(for: kind).importWords { table[key(word)] = .activity(kind, nil) }
        }
        // A finer sense may stand for its type; words that were known before keep their meaning.
        for subtype in ActivitySubtype.allCases where table[key(subtype.rawValue)] == nil {
            if let sense = ActivityRule.sense(named: subtype.rawValue) { table[key(subtype.rawValue)] = .activity(sense.kind, sense.subtype) }
        }
        for word in ["price", "quote", "kurs"] { table[word] = .price }
        return table
    }()
}

extension ActivityKind {
    /// Whether it is a buy or a sell, whose figures are in the currency of the instrument.
    var isTrade: Bool { figuresForm == .trade }

    /// Whether an amount below zero is allowed, and reverses an earlier one.
    var isReversible: Bool { ActivityRule.rule(for: self).isReversible }

    /// The kind that was probably meant where the sign is wrong; nil for none.
    var opposite: ActivityKind? { ActivityRule.rule(for: self).opposite }
}

/// A type of activity with its article, as a sentence has it: `an interest`, `a transfer in`.
func article(_ kind: ActivityKind) -> String { article(kind.rawValue.replacing("_", with: " ")) }

/// The meanings of the words in a status column.
struct StatusWords {
    /// The meaning of a word.
    enum Meaning: Equatable {
        /// The status of an activity.
        case status(ActivityStatus)
        /// The row did not happen: it was cancelled, rejected and the like.
        case void
        /// A word that means nothing known.
        case unknown
    }

    private var texts = ByteInterner()
    private var meanings: [Meaning] = []

    /// What a cell means; words seen before cost one look.
    mutating func meaning(_ cell: UnsafeBufferPointer<UInt8>) -> Meaning {
        let number = texts.intern(cell)
        if number == meanings.count { meanings.append(Self.known[texts.text(number).lowercased()] ?? .unknown) }
        return meanings[number]
    }

    /// A hint for a word that means no status: the nearest one, else all of them.
    static func hint(_ word: String) -> String {
        nearestHint(for: word, in: known.keys, otherwise: "the statuses are \(ActivityStatus.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private static let known: [String: Meaning] = {
        var table: [String: Meaning] = [:]
        for status in ActivityStatus.allCases { table[status.rawValue] = .status(status) }
        for word in ["settled", "completed", "complete", "executed", "filled", "cleared", "done", "success", "confirmed"] {
            table[word] = .status(.posted)
        }
        for word in ["void", "voided", "cancelled", "canceled", "rejected", "failed", "expired", "reversed", "declined"] { table[word] = .void }
        return table
    }()
}

/// The meanings of the words in a subtype column.
struct SubtypeWords {
    private var texts = ByteInterner()
    private var meanings: [ActivitySubtype?] = []

    /// What a cell means, nil for nothing known.
    mutating func meaning(_ cell: UnsafeBufferPointer<UInt8>) -> ActivitySubtype? {
        let number = texts.intern(cell)
        if number == meanings.count {
            let name = texts.text(number).lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
            meanings.append(ActivitySubtype(rawValue: name))
        }
        return meanings[number]
    }

    /// A hint for a word that means no subtype: the nearest one, else all of them.
    static func hint(_ word: String) -> String {
        let names = ActivitySubtype.allCases.map(\.rawValue)
        return nearestHint(for: word, in: names, otherwise: "the subtypes are \(names.joined(separator: ", "))")
    }
}

/// The meanings of the words in a column of kinds of instruments.
enum InstrumentWords {
    /// The kind that a cell names; a stock where it is empty, `other` where it names none that is known.
    static func kind(_ cell: UnsafeBufferPointer<UInt8>) -> Instrument.Kind {
        guard cell.count > 0 else { return .stock }
        let word = String(decoding: cell, as: UTF8.self).lowercased()
        return Instrument.Kind(rawValue: word) ?? synonyms[word] ?? .other
    }

    private static let synonyms: [String: Instrument.Kind] = [
        "stocks": .stock, "equity": .stock, "equities": .stock, "share": .stock, "shares": .stock, "common stock": .stock, "aktie": .stock,
        "etfs": .etf, "exchange traded fund": .etf, "bonds": .bond, "fixed income": .bond, "anleihe": .bond,
        "funds": .fund, "mutual fund": .fund, "mutual funds": .fund, "fonds": .fund, "cryptocurrency": .crypto, "coin": .crypto,
        "options": .option, "currency": .fx, "forex": .fx, "metals": .metal, "precious metal": .metal,
        "insurances": .insurance, "versicherung": .insurance, "structured product": .structured, "structured products": .structured, "zertifikat": .structured,
    ]
}

/// Symbols of options as the Options Clearing Corporation writes them: `AAPL240621C00200000`, the underlying filled up with blanks or not.
enum OptionSymbol {
    static func isOne(_ symbol: String) -> Bool {
        let bytes = Array(symbol.utf8)
        guard bytes.count >= 16, bytes.count <= 21 else { return false }
        let root = bytes.dropLast(15), rest = Array(bytes.suffix(15)), digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isRoot = root.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
        return isRoot && (rest[6] == UInt8(ascii: "C") || rest[6] == UInt8(ascii: "P")) && (rest[..<6] + rest[7...]).allSatisfy(digits.contains)
    }
}
