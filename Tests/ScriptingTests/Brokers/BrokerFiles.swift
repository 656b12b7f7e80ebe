import Values

extension BrokerFile {
    /// A heading of the header line; nil where all lines are rows.
    var heading: String? {
        switch importer {
        case "trading212", "schwab": "Action"
        case "degiro-transactions", "degiro-account": name.hasSuffix("-fr") ? "Code ISIN" : "ISIN"
        case "trade-republic": "transaction_id"
        case "coinbase": "Transaction Type"
        case "kraken": "txid"
        case "revolut": "Ticker"
        case "scalable-capital": "isin"
        case "wise": "TransferWise ID"
        case "fidelity": "Run Date"
        case "vanguard": "Transaction Type"
        default: nil
        }
    }

    /// All files, each with the column of its own that tells what moved.
    static let all: [BrokerFile] =
        ["trading212", "trading212-2021", "trading212-2023", "trading212-2026", "trading212-events"].map { BrokerFile(name: $0, importer: "trading212", moved: trading212) }
        + ["schwab", "schwab-2025"].map { BrokerFile(name: $0, importer: "schwab") { ["USD": $0["Date"].hasPrefix("Transactions") ? .zero : try $0.number("Amount")] } }
        + [("de", 15, true), ("en", 15, false), ("fr", 15, true), ("nl", 16, true)].map { language, total, comma in
            BrokerFile(name: "degiro-transactions-\(language)", importer: "degiro-transactions") { ["EUR": try Row.number($0.cells[total], comma: comma)] }
        }
        + [("nl", true), ("en", false), ("de", true), ("fr", true)].map { language, comma in
            BrokerFile(name: "degiro-account-\(language)", importer: "degiro-account") { [$0.cells[7]: try Row.number($0.cells[8], comma: comma)] }
        }
        + ["interactive-brokers", "interactive-brokers-several", "interactive-brokers-de"].map { BrokerFile(name: $0, importer: "interactive-brokers", moved: cashReport) }
        + ["es", "fr", "zh"].map { BrokerFile(name: "interactive-brokers-\($0)", importer: "interactive-brokers", moved: cashSections) }
        + [BrokerFile(name: "interactive-brokers-flex", importer: "interactive-brokers-flex", moved: flexCashReport)]
        + ["trade-republic", "trade-republic-semicolons"].map {
            BrokerFile(name: $0, importer: "trade-republic") { [$0["currency"]: try $0.number("amount") + $0.number("fee") + $0.number("tax")] }
        }
        + ["coinbase", "coinbase-2021"].map { BrokerFile(name: $0, importer: "coinbase", moved: coinbase) }
        + [BrokerFile(name: "kraken", importer: "kraken") { $0["txid"].isEmpty || $0["asset"] != "ZEUR" ? [:] : ["EUR": try $0.number("amount") - $0.number("fee")] }]
        + ["revolut", "revolut-2022"].map {
            BrokerFile(name: $0, importer: "revolut") { ["USD": $0["Type"].hasPrefix("BUY") ? -(try $0.number("Total Amount")) : try $0.number("Total Amount")] }
        }
        + [BrokerFile(name: "scalable-capital", importer: "scalable-capital", moved: scalable)]
        + ["wise", "wise-usd"].map { BrokerFile(name: $0, importer: "wise") { [$0["Currency"]: try $0.number("Amount")] } }
        + [BrokerFile(name: "fidelity", importer: "fidelity") { $0["Symbol"] == "SPAXX" ? [:] : ["USD": try $0.number("Amount")] }]
        + [BrokerFile(name: "vanguard", importer: "vanguard") { $0["Transaction Type"].isEmpty || $0.isOfSettlementFund ? [:] : ["USD": try $0.number("Net Amount")] }]

    /// `Total` has no sign for trades and dividends; an exchange tells what it gave and what it brought.
    @Sendable private static func trading212(_ row: Row) throws -> [String: FixedDecimal] {
        let action = row["Action"]
        if action == "Currency conversion", row["Currency (Currency conversion to amount)"].isEmpty { return [:] }
        if action == "Currency conversion" {
            return [
                row["Currency (Currency conversion from amount)"]: -(try row.number("Currency conversion from amount")),
                row["Currency (Currency conversion to amount)"]: try row.number("Currency conversion to amount"),
            ]
        }
        let old = row.headings.contains("Total (GBP)"), total = try row.number(old ? "Total (GBP)" : "Total")
        return [old ? "GBP" : row["Currency (Total)"]: action.hasSuffix(" buy") ? -total : action.hasPrefix("Stock split") ? .zero : total]
    }

    /// The sale of the made-up file has fee and tax inside its amount, its purchase the fee outside.
    @Sendable private static func scalable(_ row: Row) throws -> [String: FixedDecimal] {
        guard row["status"] == "Executed" else { return [:] }
        let amount = try Row.number(row["amount"], comma: true), fee = try Row.number(row["fee"], comma: true)
        return ["EUR": row["type"] == "Buy" ? try amount - fee : amount]
    }

    /// What each currency ended with, less what it began with.
    @Sendable private static func cashReport(_ row: Row) throws -> [String: FixedDecimal] {
        guard ["Cash Report", "Cash-Bericht"].contains(row.cells[0]), row.cells[1] == "Data", row.cells[3].count == 3 else { return [:] }
        let total = try Row.number(row.cells[4])
        if ["Starting Cash", "Anfangsbarsaldo"].contains(row.cells[2]) { return [row.cells[3]: -total] }
        return ["Ending Cash", "Endbarsaldo"].contains(row.cells[2]) ? [row.cells[3]: total] : [:]
    }

    /// The amounts of a statement that has no cash report: trades with their charges, exchanges, and the payments that are read.
    @Sendable private static func cashSections(_ row: Row) throws -> [String: FixedDecimal] {
        let cells = row.cells
        guard cells.count > 4, cells[1] == "Data", !cells[2].isEmpty, !cells.contains(where: { $0.contains("Devolución") }) else { return [:] }
        if cells[2] == "Order" {
            let isOfSeveral = cells[5].hasPrefix("U0"), place = isOfSeveral ? 1 : 0
            if cells[3] == "外汇" {
                return ["USD": try Row.number(cells[7]) + Row.number(cells[11]), cells[4]: try Row.number(cells[10])]
            }
            return [cells[4]: try Row.number(cells[10 + place]) + Row.number(cells[11 + place])]
        }
        guard let currency = cells[2...3].first(where: { $0.count == 3 && $0.allSatisfy(\.isUppercase) }) else { return [:] }
        let amount = cells.last == "" ? cells[cells.count - 2] : cells[cells.count - 1]
        return [currency: try Row.number(amount)]
    }

    /// What each currency ended with, less what it began with, by the attributes of a line.
    @Sendable private static func flexCashReport(_ row: Row) throws -> [String: FixedDecimal] {
        let line = row.cells.joined(separator: ",")
        guard let told = line.wholeMatch(of: /<CashReportCurrency.* currency=([A-Z]{3}) .*startingCash=(\S+) endingCash=(\S+) .*/) else { return [:] }
        return [String(told.1): try Row.number(String(told.3)) - Row.number(String(told.2))]
    }

    /// The total, fees inside; of conversions, rewards and coins that are sent nothing moves in money.
    @Sendable private static func coinbase(_ row: Row) throws -> [String: FixedDecimal] {
        let type = row["Transaction Type"], isOld = row.headings.contains("EUR Fees")
        let total = try row.number(isOld ? "EUR Total (inclusive of fees)" : "Total (inclusive of fees and/or spread)").magnitude
        if type.hasSuffix("Buy") { return ["EUR": -total] }
        if type.hasSuffix("Sell") { return ["EUR": total] }
        guard row["Asset"] == "EUR" else { return [:] }
        return ["EUR": type == "Deposit" ? total : -total]
    }
}

extension BrokerFile.Row {
    /// Whether it moves cash into Vanguard's settlement fund or out of it, which is cash itself.
    fileprivate var isOfSettlementFund: Bool { self["Transaction Type"].hasPrefix("Sweep") || (self["Symbol"] == "VMFXX" && self["Transaction Type"] == "Reinvestment") }
}
