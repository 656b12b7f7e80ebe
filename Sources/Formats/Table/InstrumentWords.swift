import Ledger

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
