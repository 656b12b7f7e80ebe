import Ledger
import Values

/// What the words in a status column mean.
struct StatusWords {
    enum Meaning: Equatable {
        case status(ActivityStatus)
        /// The row tells of something that did not happen.
        case void
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

    /// The nearest status to a word that means none.
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

/// What the words in a subtype column mean.
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

    /// The nearest subtype to a word that means none.
    static func hint(_ word: String) -> String {
        let names = ActivitySubtype.allCases.map(\.rawValue)
        return nearestHint(for: word, in: names, otherwise: "the subtypes are \(names.joined(separator: ", "))")
    }
}

/// What the words in a column of asset classes mean.
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
