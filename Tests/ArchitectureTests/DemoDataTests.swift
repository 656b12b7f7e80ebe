import Testing

@Suite("The demo's data hold together")
struct DemoDataTests {
    private let prices = DemoTable("prices.csv")
    private let instruments = DemoTable("instruments.csv")
    private let accounts = DemoTable("accounts.csv")
    private let transactions = DemoTable("transactions.csv")

    @Test("Each file has the columns that its import expects")
    func columns() {
        #expect(prices.columns == ["symbol", "date", "price"])
        #expect(instruments.columns == ["symbol", "name", "kind", "currency"])
        #expect(accounts.columns == ["name", "type", "currency", "portfolio", "owner", "group", "opened"])
        #expect(transactions.columns == ["date", "type", "account", "symbol", "quantity", "price", "fee", "amount", "currency", "notes"])
    }

    @Test("Symbols and accounts are defined, rows are in the order of their dates")
    func references() {
        let symbols = Set(instruments.rows.map { $0["symbol"] })
        #expect(Set(prices.rows.map { $0["symbol"] }) == symbols)
        #expect(Set(transactions.rows.map { $0["symbol"] }).subtracting(symbols) == [""])
        #expect(Set(transactions.rows.map { $0["account"] }) == Set(accounts.rows.map { $0["name"] }))
        let dates = transactions.rows.map { $0["date"] ?? "" }
        #expect(dates == dates.sorted())
    }

    @Test("Trades are at a close of their day, and amounts follow from them to the cent")
    func trades() throws {
        let closes = Dictionary(uniqueKeysWithValues: prices.rows.map { ("\($0["symbol"] ?? "") \($0["date"] ?? "")", $0["price"]) })
        for row in transactions.rows where ["buy", "sell"].contains(row["type"]) {
            #expect(closes["\(row["symbol"] ?? "") \(row["date"] ?? "")"] == row["price"], "\(row)")
            let value = try number(row, "quantity") / scale * number(row, "price")
            let change = row["type"] == "buy" ? -value : value
            #expect(try number(row, "amount") == change - number(row, "fee"), "\(row)")
        }
    }

    @Test("Cash never goes below zero, and nothing is sold that is not held")
    func balances() throws {
        var cash: [String: Int] = [:]
        var held: [String: Int] = [:]
        for row in transactions.rows {
            let account = try #require(row["account"])
            let position = "\(account) \(row["symbol"] ?? "")"
            cash[account, default: 0] += try number(row, "amount")
            if row["type"] == "buy" { held[position, default: 0] += try number(row, "quantity") }
            if row["type"] == "sell" { held[position, default: 0] -= try number(row, "quantity") }
            #expect(cash[account, default: 0] >= 0, "\(row)")
            #expect(held[position, default: 0] >= 0, "\(row)")
        }
    }
}

/// Decimals are compared as whole numbers of this fraction.
private let scale = 10_000

private func number(_ row: [String: String], _ column: String) throws -> Int {
    let text = try #require(row[column])
    if text.isEmpty { return 0 }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? String(parts[1]) : ""
    try #require(parts.count <= 2 && digits.count <= 4, "\(text) has more than four digits")
    let padding = String(repeating: "0", count: 4 - digits.count)
    return try #require(Int("\(parts[0])\(digits)\(padding)"))
}

/// A CSV file of `stdlib/demo`; none of them quotes a field.
private struct DemoTable {
    var columns: [String] = []
    var rows: [[String: String]] = []

    init(_ name: String) {
        let lines = SourceTree.file("stdlib/demo/\(name)")?.lines ?? []
        columns = fields(lines.first ?? "")
        rows = lines.dropFirst().map { line in
            Dictionary(uniqueKeysWithValues: zip(columns, fields(line)))
        }
    }

    private func fields(_ line: String) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
