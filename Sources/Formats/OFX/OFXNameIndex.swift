import Values

/// Finds securities by what a text says of them, however many there are.
struct OFXNameIndex {
    /// A name by its words that tell something.
    private struct Name {
        let words: [String]
        let id: String

        /// How many letters it has, by which the longest of several is known.
        var letters: Int { words.reduce(0) { $0 + $1.count } }
    }

    private var tickers: [String: [String]] = [:]
    /// Names by their first words.
    private var names: [String: [Name]] = [:]
    /// Words of names, and whose they are; several where it is empty.
    private var owners: [String: String] = [:]

    /// The fewest letters of a symbol, and of a name, that may stand in a text by which they are known.
    private static let shortestTicker = 2, shortestName = 5

    mutating func add(_ security: OFXSecurity) {
        if security.tag == "OPTINFO" { return }
        if security.ticker.count >= Self.shortestTicker { tickers[security.ticker.uppercased(), default: []].append(security.id) }
        let name = Name(words: Self.words(security.name), id: security.id)
        for word in name.words { owners[word] = owners[word] == nil || owners[word] == security.id ? security.id : "" }
        guard let first = name.words.first, name.letters >= Self.shortestName, name.words.count > 1 || !Self.common.contains(first) else { return }
        names[first, default: []].append(name)
    }

    /// The security that a text names: by the longest name in it, else by a symbol that is no ordinary word; nil for none, or where it is not clear which.
    func security(in text: String) -> String? {
        let named = longest(in: Self.words(text)), symbols = symbols(in: text)
        if symbols.isEmpty { return named.count == 1 ? named.first : nil }
        let both = named.isEmpty ? symbols : named.intersection(symbols)
        return both.count == 1 ? both.first : nil
    }

    /// The securities whose name is the longest that stands in a text.
    private func longest(in words: [String]) -> Set<String> {
        var found: Set<String> = [], most = 0
        for start in words.indices {
            for name in names[words[start]] ?? [] where name.letters >= most && words[start...].starts(with: name.words) {
                if name.letters > most { (found, most) = ([], name.letters) }
                found.insert(name.id)
            }
        }
        return found
    }

    /// The securities whose symbol is a word of a text, unless that is an ordinary word or one of another's name.
    private func symbols(in text: String) -> Set<String> {
        if tickers.isEmpty { return [] }
        var found: Set<String> = []
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." }) {
            let word = word.uppercased()
            guard let ids = tickers[word], !Self.common.contains(word) else { continue }
            if let owner = owners[word], !ids.contains(owner) { continue }
            found.formUnion(ids)
        }
        return found
    }

    /// The words of a text in capitals, without those by which companies are told to be such.
    private static func words(_ text: String) -> [String] {
        text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { !forms.contains($0) }
    }

    private static let forms: Set<String> = [
        "INC", "INCORPORATED", "CORP", "CORPORATION", "CO", "COMPANY", "COMPANIES", "LTD", "LIMITED", "PLC", "LLC", "LP", "AG", "SE", "NV", "SA", "SPA", "AB", "ASA", "OYJ", "THE",
        "AND", "COM", "COMMON", "STOCK", "ORD", "SHS",
    ]

    /// Words that stand in texts of payments, or in any text, and are symbols of shares as well.
    private static let common = Set(
        """
        A ABLE ACT AD ADR AGE AGO AIR ALL AM AN AND ANY ARE ART AS AT AUTO BACK BANK BE BEST BIG BILL BIT BOND BOX BUY BY CALL CAN CAP CAR CARE CASH CASS CHECK CL CLASS CLUB
        COST CREDIT CUR DATE DAY DEBIT DIV DIVIDEND DO DRIP EAT ELSE EST ETF EVER EX FAST FEE FILE FIRST FIVE FIX FOR FOREIGN FORM FREE FROM FUN FUND FUNDS GAIN GAP GAS GO GOLD
        GOOD GROW HAS HE HIGH HOLD HOME HOPE HOUR ICE IN INC INCOME INDEX INFO INT INTEREST INTO IS IT JAN JOB JUL JUN KEY LAND LIFE LINE LIVE LONG LOVE LOW LT MAIN MAN MAR
        MAX MAY ME MED MET MIN MIND MONTH NET NEW NEXT NO NON NOT NOV NOTE NOW OF OIL OLD ON ONE ONLY OPEN OR ORD OUT PAID PAR PART PAY PAYMENT PER PLAN PLAY PLUS POST PRE PRO
        QTR RATE REAL REC REF REG REIT RIDE ROOT RUN SAFE SAVE SEC SEE SELL SEP SERV SHARE SHARES SHORT SITE SIX SO SOLO SPEC SPOT ST STAR STAY STEP SUM SUN TAX TEAM TEN TERM TO
        TOP TOTAL TRADE TREE TRUE TRUST TWO UK UNIT UP US USA USD VALUE VIA WE WELL WEST WIRE WITH WORK YEAR YOU
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
