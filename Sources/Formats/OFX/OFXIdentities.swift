import JSON
import Ledger

/// The symbols under which the book has the securities of statements, as it keeps them from one import to the next: a ticker may change or be left out, a CUSIP stays.
struct OFXIdentities: Equatable {
    /// The name of the document that holds them.
    private static let name = "ofx"
    /// How many are kept, amply what somebody holds.
    private static let most = 10_000

    /// Symbols by the keys of securities.
    private(set) var symbols: [String: String] = [:]

    init() {}

    /// What the book keeps.
    init(in documents: [PlanDocument]) {
        guard let document = documents.first(where: { $0.name == Self.name }), let value = try? JSONReader.read(Array(document.body.utf8)) else { return }
        for item in value["securities"]?.items ?? [] { if let key = item["id"]?.text, let symbol = item["symbol"]?.text { symbols[key] = symbol } }
    }

    /// What a security is known by in each file: its number with the kind of number that it is. A number of the broker's own is known with the broker.
    static func key(_ id: String, type: String, maker: String) -> String? {
        if ["CUSIP", "ISIN", "SEDOL"].contains(type) { return "\(type) \(id)" }
        return maker.isEmpty ? nil : "\(maker) \(type) \(id)"
    }

    /// Another security that the book has by a number of the same kind under a symbol; nil for none.
    func other(than key: String, id: String, called symbol: String) -> String? {
        let kind = key.dropLast(id.count)
        return symbols.filter { $0.value == symbol && $0.key != key && $0.key.hasPrefix(kind) }.keys.min()
    }

    /// Takes in what a security is called.
    mutating func add(_ key: String, _ symbol: String) {
        guard MessageText.isName(key), MessageText.isName(symbol), symbols[key] != nil || symbols.count < Self.most else { return }
        symbols[key] = symbol
    }

    /// The document to keep.
    var document: PlanDocument {
        let items = symbols.sorted { $0.key < $1.key }.map { key, symbol in
            JSONValue.object([JSONValue.Member(key: "id", value: .string(key)), JSONValue.Member(key: "symbol", value: .string(symbol))])
        }
        return PlanDocument(kind: .accountMapping, name: Self.name, body: JSONValue.object([JSONValue.Member(key: "securities", value: .array(items))]).text())
    }
}

extension OFXSecurities {
    /// Notes by what a security that a record names is known in other files.
    mutating func note(_ record: OFXRecord, maker: String) {
        let id = record.text("UNIQUEID")
        if !id.isEmpty, keys[id] == nil, let key = OFXIdentities.key(id, type: record.word("UNIQUEIDTYPE"), maker: maker) { keys[id] = key }
    }

    /// The symbol under which the book has a security that came in an earlier file, or its number where its ticker is that of another security; nil where neither holds.
    func kept(_ id: String, ticker: String, _ plan: inout PlanBuilder) -> String? {
        guard let key = keys[id] else { return nil }
        let shown = MessageText.cut(key)
        if let symbol = identities.symbols[key], isOfBook(symbol, &plan) {
            if symbol == ticker { return nil }
            if !ticker.isEmpty { plan.notice(.changed, "\(shown) is \(MessageText.cut(ticker)) in the file, and stays \(symbol), as which the book has it") }
            return symbol
        }
        guard !ticker.isEmpty, isOfBook(ticker, &plan), let other = identities.other(than: key, id: id, called: ticker) else { return nil }
        plan.notice(
            .changed,
            "\(shown) has the ticker \(MessageText.cut(ticker)), which is \(MessageText.cut(other)) in the book: it is kept apart as \(MessageText.cut(id)); where it is the same one under a new number, record merger{…} of the two"
        )
        return id
    }

    private func isOfBook(_ symbol: String, _ plan: inout PlanBuilder) -> Bool {
        let number = plan.instrument(named: symbol)
        return number != 0 && Int(number) <= plan.instruments.recorded
    }

    /// Has the book keep what securities are called that are not called by their numbers.
    func keep(_ plan: inout PlanBuilder) {
        var now = identities
        for (id, symbol) in symbols where symbol != id {
            guard let key = keys[id] else { continue }
            let number = plan.instrument(named: symbol)
            if number != 0, plan.instrument(number).kind != .option { now.add(key, symbol) }
        }
        if now != identities { plan.plan.documents.append(now.document) }
    }
}
