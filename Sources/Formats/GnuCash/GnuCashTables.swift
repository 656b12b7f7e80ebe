import Values

/// The tables of a SQLite file of GnuCash, made into the XML that GnuCash saves.
public struct GnuCashTables: Sendable {
    /// A row by the names of its columns; a column that is NULL is not there.
    public typealias Row = [String: String]

    /// A table that is read.
    public struct Table: Sendable {
        /// What it is called.
        public let name: String
        /// Its columns.
        public let columns: [String]
        /// Those of them that not each version of GnuCash has.
        public let optional: Set<String>
        /// The columns by which its rows are in order.
        public let order: [String]
    }

    /// The tables that are read. Not each version of GnuCash has all of them.
    public static let tables: [Table] = [
        Table(name: "books", columns: ["guid", "root_account_guid", "root_template_guid"], optional: ["root_template_guid"], order: ["guid"]),
        Table(name: "commodities", columns: ["guid", "namespace", "mnemonic", "fullname"], optional: ["fullname"], order: ["guid"]),
        Table(
            name: "accounts", columns: ["guid", "name", "account_type", "commodity_guid", "parent_guid", "code", "description"], optional: ["code", "description"],
            order: ["guid"]),
        Table(
            name: "transactions", columns: ["guid", "currency_guid", "num", "post_date", "description"], optional: ["num", "description"],
            order: ["post_date", "enter_date", "guid"]),
        Table(
            name: "splits",
            columns: ["guid", "tx_guid", "account_guid", "memo", "action", "reconcile_state", "value_num", "value_denom", "quantity_num", "quantity_denom", "lot_guid"],
            optional: ["memo", "action", "reconcile_state", "lot_guid"], order: ["guid"]),
        Table(name: "prices", columns: ["guid", "commodity_guid", "currency_guid", "date", "value_num", "value_denom"], optional: [], order: ["date", "guid"]),
        Table(name: "slots", columns: ["obj_guid", "name", "string_val", "gdate_val"], optional: ["string_val", "gdate_val"], order: ["id"]),
    ]
    /// Tables of which rows are only counted, with the elements that they are in the XML.
    public static let counted: [(name: String, element: String)] = [
        ("schedxactions", "gnc:schedxaction"), ("budgets", "gnc:budget"), ("customers", "gnc:GncCustomer"), ("vendors", "gnc:GncVendor"), ("employees", "gnc:GncEmployee"),
        ("jobs", "gnc:GncJob"), ("invoices", "gnc:GncInvoice"), ("entries", "gnc:GncEntry"), ("orders", "gnc:GncOrder"), ("taxtables", "gnc:GncTaxTable"),
        ("billterms", "gnc:GncBillTerm"),
    ]

    /// Whether a file that has these tables is one of GnuCash.
    public static func fits(_ tables: Set<String>) -> Bool { tables.isSuperset(of: needed) }

    /// The table that a file lacks which has all others of GnuCash; nil where it lacks none or several.
    public static func lost(from tables: Set<String>) -> String? {
        let lost = needed.subtracting(tables)
        return lost.count == 1 ? lost.first : nil
    }

    private static let needed: Set = ["accounts", "transactions", "splits", "commodities"]

    private let rows: [String: [Row]]
    private let counts: [String: Int]

    /// The rows of tables by their names, and how many of those that are only counted there are.
    public init(rows: [String: [Row]], counts: [String: Int]) { (self.rows, self.counts) = (rows, counts) }

    /// The book as XML, an account, a transaction or a split on each line.
    public var xml: String {
        var out = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<gnc-v2"
        for prefix in ["gnc", "act", "book", "cmdty", "price", "slot", "split", "trn", "ts"] { out += " xmlns:\(prefix)=\"http://www.gnucash.org/XML/\(prefix)\"" }
        out += "><gnc:book>\n"
        let commodities = Dictionary(table("commodities").map { ($0["guid"] ?? "", $0) }) { first, _ in first }
        for row in table("commodities") { out += "<gnc:commodity>\(Self.commodity(row))\(Self.element("cmdty:name", row["fullname"]))</gnc:commodity>\n" }
        let templates = templateAccounts()
        for row in table("accounts") where !templates.contains(row["guid"] ?? "") {
            out += "<gnc:account>" + Self.element("act:name", row["name"]) + Self.element("act:id", row["guid"]) + Self.element("act:type", row["account_type"])
            if let commodity = commodities[row["commodity_guid"] ?? ""] { out += "<act:commodity>\(Self.commodity(commodity))</act:commodity>" }
            out += Self.element("act:code", row["code"]) + Self.element("act:description", row["description"]) + Self.element("act:parent", row["parent_guid"])
            out += "</gnc:account>\n"
        }
        addTransactions(&out, commodities, templates)
        out += "<gnc:pricedb>\n"
        for row in table("prices") {
            out += "<price>"
            if let commodity = commodities[row["commodity_guid"] ?? ""] { out += "<price:commodity>\(Self.commodity(commodity))</price:commodity>" }
            if let currency = commodities[row["currency_guid"] ?? ""] { out += "<price:currency>\(Self.commodity(currency))</price:currency>" }
            out += "<price:time>\(Self.element("ts:date", Self.moment(row["date"])))</price:time>\(Self.element("price:value", Self.number(row, "value")))</price>\n"
        }
        out += "</gnc:pricedb>\n"
        for (name, element) in Self.counted { for _ in 0..<(counts[name] ?? 0) { out += "<\(element)/>\n" } }
        return out + "</gnc:book></gnc-v2>\n"
    }

    private func table(_ name: String) -> [Row] { rows[name] ?? [] }

    /// The accounts of the templates of scheduled transactions.
    private func templateAccounts() -> Set<String> {
        var found = Set(table("books").compactMap { $0["root_template_guid"] }), count = -1
        while found.count != count {
            count = found.count
            for row in table("accounts") where found.contains(row["parent_guid"] ?? "") { found.insert(row["guid"] ?? "") }
        }
        return found
    }

    private func addTransactions(_ out: inout String, _ commodities: [String: Row], _ templates: Set<String>) {
        let splits = Dictionary(grouping: table("splits")) { $0["tx_guid"] ?? "" }, slots = Dictionary(grouping: table("slots")) { $0["obj_guid"] ?? "" }
        for row in table("transactions") {
            let guid = row["guid"] ?? "", own = splits[guid] ?? []
            if own.contains(where: { templates.contains($0["account_guid"] ?? "") }) { continue }
            out += "<gnc:transaction>" + Self.element("trn:id", guid)
            if let currency = commodities[row["currency_guid"] ?? ""] { out += "<trn:currency>\(Self.commodity(currency))</trn:currency>" }
            out += Self.element("trn:num", row["num"]) + "<trn:date-posted>\(Self.element("ts:date", Self.moment(row["post_date"])))</trn:date-posted>"
            out += Self.element("trn:description", row["description"]) + "<trn:slots>"
            for slot in slots[guid] ?? [] {
                let day = slot["gdate_val"].map { Self.moment($0).prefix(10) }
                let value = day.map { "<gdate>\(Self.escaped(String($0)))</gdate>" } ?? Self.escaped(slot["string_val"] ?? "")
                out += "<slot>\(Self.element("slot:key", slot["name"]))<slot:value>\(value)</slot:value></slot>"
            }
            out += "</trn:slots><trn:splits>\n"
            for split in own {
                out += "<trn:split>" + Self.element("split:memo", split["memo"]) + Self.element("split:action", split["action"])
                out += Self.element("split:reconciled-state", split["reconcile_state"]) + Self.element("split:value", Self.number(split, "value"))
                out += Self.element("split:quantity", Self.number(split, "quantity")) + Self.element("split:account", split["account_guid"])
                out += Self.element("split:lot", split["lot_guid"]) + "</trn:split>\n"
            }
            out += "</trn:splits></gnc:transaction>\n"
        }
    }

    private static func number(_ row: Row, _ name: String) -> String { "\(row[name + "_num"] ?? "")/\(row[name + "_denom"] ?? "")" }

    /// A moment as the XML has it; older files write `20140102105900`.
    private static func moment(_ text: String?) -> String {
        guard let text, text.utf8.count >= 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return text ?? "" }
        let digits = Array(text), day = "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
        return digits.count < 14 ? day : "\(day) \(String(digits[8..<10])):\(String(digits[10..<12])):\(String(digits[12..<14])) +0000"
    }

    private static func commodity(_ row: Row) -> String { element("cmdty:space", row["namespace"]) + element("cmdty:id", row["mnemonic"]) }

    private static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(escaped(text))</\(name)>"
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\t", "\n", "\r": out += " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: out += "\u{FFFD}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
