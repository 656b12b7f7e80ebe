import Ledger
import Values

/// The securities of a file by their names, and what they are called here.
struct QIFSecurities {
    struct Security {
        var name: String
        var symbol: String
        var type: String
    }

    private var list: [String: Security] = [:]
    private var bySymbol: [String: String] = [:]
    private var called: [String: String] = [:]
    /// Those that something in the file is of, by their names.
    private(set) var used: Set<String> = []

    /// Takes in one of the list.
    mutating func add(_ record: QIFRecord) {
        let security = Security(name: record.text("N"), symbol: record.text("S"), type: record.text("T").lowercased())
        guard !security.name.isEmpty else { return }
        if list[security.name] == nil || list[security.name]?.symbol.isEmpty == true { list[security.name] = security }
        if !security.symbol.isEmpty, bySymbol[security.symbol] == nil { bySymbol[security.symbol] = security.name }
    }

    /// The symbol by which a security is called here: its own, else that of the book's of its name, else its name.
    mutating func symbol(_ name: String, _ plan: PlanBuilder) -> String {
        // Rows and prices may name it by its symbol.
        let name = list[name] == nil ? bySymbol[name] ?? name : name
        used.insert(name)
        if let known = called[name] { return known }
        let own = list[name]?.symbol ?? ""
        // Of two that share a symbol the first has it.
        let isFirst = bySymbol[own] == name
        let named = plan.context.instruments.filter { $0.name == name }
        let symbol = !own.isEmpty && isFirst ? own : named.count == 1 ? named[0].symbol : name
        called[name] = symbol
        return symbol
    }

    /// The name of a security that a row names.
    func name(_ name: String) -> String { list[name] == nil ? bySymbol[name] ?? name : name }

    /// What kind of instrument it is, by the words of the file.
    func kind(_ name: String) -> Instrument.Kind? {
        let type = list[self.name(name)]?.type ?? ""
        if type.contains("opt") { return .option }
        if type.contains("fund") { return .fund }
        if type.contains("bond") { return .bond }
        if type == "etf" { return .etf }
        if type == "stock" || type.isEmpty { return .stock }
        return .other
    }
}
