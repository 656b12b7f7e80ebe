/// Words in the names of accounts of income and expenses, in the languages in which programs write their charts, in lower case and without accents.
struct AccountWords {
    /// The words of all parts of a name, those beside one another as one, and the parts as a whole.
    private var words: Set<String> = []
    /// The parts that are a word alone.
    private var alone: Set<String> = []

    /// Takes apart the parts of a name behind its class.
    init(_ parts: [String]) {
        for (place, part) in parts.enumerated() {
            // Two letters are a country as often as profit and loss, unless nothing stands behind them.
            if part.count == 2, place < parts.count - 1 { continue }
            let own = Self.words(part)
            words.formUnion(own)
            words.formUnion(zip(own, own.dropFirst()).map { $0 + $1 })
            words.insert(Self.fold(part.filter(\.isLetter)))
            if own.count == 1, let word = own.first { alone.insert(word) }
        }
    }

    /// Whether the name is one of payments to those who hold an instrument.
    var tellsDividends: Bool { has(Self.dividends) }
    /// Whether it is one of interest.
    var tellsInterest: Bool { has(Self.interest) || words.contains { $0.hasPrefix("zinsert") || $0.hasPrefix("zinsein") || $0.hasSuffix("zinsen") } }
    /// Whether it is one of other income, as luca's own exports call it.
    var tellsCredits: Bool { alone.contains("credits") }
    /// Whether it is one of gains.
    var tellsGains: Bool { has(Self.gains) }
    /// Whether it is one of taxes. German and Dutch join words: Kapitalertragsteuer, dividendbelasting.
    var tellsTaxes: Bool { has(Self.taxes) || ends(["steuer", "steuern", "belasting", "belastingen"]) }
    /// Whether it is one of charges, such as Bankgebühren. `Frais` is any expense where another word stands beside it.
    var tellsFees: Bool { has(Self.fees) || ends(["gebuhr", "gebuhren", "provision", "provisionen"]) || alone.contains("frais") }

    private func has(_ known: Set<String>) -> Bool { !words.isDisjoint(with: known) }
    private func ends(_ endings: [String]) -> Bool { words.contains { word in endings.contains(where: word.hasSuffix) } }

    private static let dividends: Set<String> = [
        "dividend", "dividends", "div", "distribution", "distributions", "dividenden", "dividende", "dividendes", "dividendi", "dividendo", "dividendos", "utdelning",
        "utdelningar",
        "dividenduitkering", "dividenduitkeringen", "dividendinkomsten", "dividences", "dywidendy", "dywidenda", "dywidend", "dividendovy", "dividendy", "osztalek", "dividents",
        "udbytte", "utbytte", "osinko", "osingot", "μέρισμα", "μερίσματα", "דיבידנד", "מדיבידנד", "配当", "配当金", "配当収入", "배당", "배당금", "股利", "股利收入", "股息", "дивиденд", "дивиденды",
        "temettu", "karpayı",
    ]
    private static let interest: Set<String> = [
        "interest", "zinsen", "zins", "interets", "interet", "intereses", "interes", "interessi", "interesse", "juros", "ranta", "rantor",
        "spaarrente", "obligatierente", "depositorente", "geldmarktrente", "overigerente", "rentelopenderekening", "renteinkomsten", "renteopbrengsten", "rentebaten", "odsetki",
        "odsetek", "urok", "uroky", "urokovy", "kamat", "kamatok", "kamatbevetel", "interessos", "renteindtaegter", "renteinntekter", "ranteinkomster", "sparrantor", "korkotulot",
        "kamata", "kamate", "τόκοι", "τόκους", "ריבית", "利子", "利子収入", "利息", "利息收入", "受取利息", "이자", "проценты", "процентный", "faiz", "faizi", "procenti",
    ]
    private static let gains: Set<String> = [
        "gain", "gains", "capitalgain", "capitalgains", "capgain", "capgains", "pnl", "pl", "profit", "losses", "loss", "profitloss", "realized", "realised",
        "gewinn", "gewinne", "kursgewinn", "kursgewinne", "kapitalgewinn", "kapitalgewinne", "verausserungsgewinn", "verausserungsgewinne", "wertpapiergewinne", "kursverlust",
        "kursverluste", "verausserungsverluste", "plusvalue", "plusvalues", "moinsvalue", "moinsvalues", "ganancia", "ganancias", "plusvalia", "plusvalias", "minusvalias",
        "guadagno", "guadagni", "plusvalenza", "plusvalenze", "minusvalenza", "minusvalenze", "maisvalia", "maisvalias", "menosvalias", "ganhos", "koerswinst", "koerswinsten",
        "koersverlies", "vermogenswinst", "kursvinst", "kursvinster", "zyskikapitalowe", "資本利得", "资本利得",
    ]
    private static let taxes: Set<String> = [
        "tax", "taxes", "withholding", "impot", "impots", "taxe", "impuesto", "impuestos", "imposta", "imposte", "tasse", "ritenuta", "ritenute", "imposto", "impostos",
        "solidaritatszuschlag",
        "solidarzuschlag", "retencion", "retenciones", "retencions", "podatki", "podatek", "adok", "skat", "skatt", "skatter", "verot", "porez", "porezi", "φόροι", "φόρος",
        "מיסים", "税金", "税费", "稅費", "세금", "налог", "налоги", "vergi", "vergiler", "stopaj", "nodokli",
    ]
    private static let fees: Set<String> = [
        "fee", "fees", "commission", "commissions", "brokerage", "servicecharge", "servicecharges", "bankcharge", "bankcharges", "komission", "komissionen", "kommission",
        "kommissionen", "comision", "comisiones", "commissione", "commissioni", "comissao", "comissoes", "corretagem", "courtage", "fraisbancaires", "transactiekosten",
        "bankkosten", "transaktionskosten", "bankspesen",
        "commissie", "commissies", "bewaarloon", "prowizja", "prowizje", "oplatybankowe", "poplatek", "poplatky", "jutalek", "bankkoltseg", "comissio", "comissions",
        "taxabancaria", "taxasbancarias", "gastosbancarios", "serviciobancario", "servicebancaire", "servizibancari", "gebyr", "gebyrer", "bankgebyrer", "kurtage", "bankavgifter",
        "pankkikulut", "bankovnenaknade", "προμήθειες", "עמלה", "עמלות", "手数料", "委託手数料", "銀行手数料", "佣金", "手续费", "手續費", "커미션", "수수료", "комиссия", "комиссии", "komisyon",
        "komisyonlar", "komisija",
    ]

    /// The words of a part of a name: `Capital-Gains` and `CapitalGains` have two.
    private static func words(_ part: String) -> [String] {
        var words: [String] = [], word = ""
        for character in part {
            if !character.isLetter || character.isUppercase && word.last?.isLowercase == true {
                words.append(word)
                word = ""
            }
            if character.isLetter { word.append(character) }
        }
        words.append(word)
        return words.filter { !$0.isEmpty }.map(fold)
    }

    /// A word in lower case without its accents.
    private static func fold(_ word: String) -> String {
        word.lowercased().reduce(into: "") { $0 += plain[$1] ?? String($1) }
    }

    private static let plain: [Character: String] = [
        "ä": "a", "á": "a", "à": "a", "â": "a", "ã": "a", "å": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ì": "i", "î": "i", "ï": "i", "ö": "o", "ó": "o",
        "ò": "o", "ô": "o", "õ": "o", "ü": "u", "ú": "u", "ù": "u", "û": "u", "ç": "c", "ñ": "n", "ß": "ss", "ý": "y", "ą": "a", "ę": "e", "ł": "l", "ń": "n", "ś": "s", "ź": "z",
        "ż": "z",
        "ć": "c", "č": "c", "ě": "e", "ř": "r", "š": "s", "ů": "u", "ž": "z", "ő": "o", "ű": "u", "ø": "o", "æ": "ae", "ļ": "l",
    ]
}
