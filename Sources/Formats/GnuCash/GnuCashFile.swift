import Values

/// What a file of GnuCash holds, as it stands there.
struct GnuCashFile {
    /// A currency or a security: its namespace and its mnemonic there.
    struct Commodity: Hashable {
        var space: String
        var mnemonic: String

        /// Whether it is a currency. Files of before version 2.2 say `ISO4217`.
        var isCurrency: Bool { space == "CURRENCY" || space == "ISO4217" }
    }

    /// An account of the tree.
    struct Account {
        var line: Int
        var id: String
        var name: String
        var type: String
        var commodity: Commodity?
        var parent: String
        /// Whether it has a code, a description or notes.
        var isDescribed: Bool
    }

    /// A change of one account.
    struct Split {
        var line: Int
        var account: String
        /// In the currency of the transaction.
        var value: String
        /// In the commodity of the account.
        var quantity: String
        var memo: String
        var action: String
        /// `n`, `c`, `y`, `f` or `v`.
        var state: String
        /// The id of the lot, if the split is in one.
        var lot: String
    }

    /// Splits that belong together.
    struct Transaction {
        var line: Int
        var id: String
        var currency: Commodity?
        var number: String
        /// The moment at which it is posted.
        var posted: String
        /// The moment at which it was typed in, as the file writes it; empty where it does not tell.
        var entered: String
        /// The day of it, where the file tells it apart.
        var day: String
        var description: String
        var notes: String
        var hasDocument: Bool
        var isVoid: Bool
        var splits: [Split]
    }

    /// What a commodity was worth.
    struct Price {
        var line: Int
        var commodity: Commodity?
        var currency: Commodity?
        var time: String
        var value: String
    }

    var accounts: [Account] = []
    var commodities: [(line: Int, commodity: Commodity, name: String)] = []
    var transactions: [Transaction] = []
    var prices: [Price] = []
    /// Everything else, by the word for one of it.
    var others: [(line: Int, noun: String)] = []
    var lineCount = 0

    /// Reads a book; each account, transaction and price is taken apart where it ends, and its elements are forgotten.
    ///
    /// - Throws: `badXML`, and `cancelled` where the import is ended.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ progress: inout TextProgress) throws(ImportIssue) {
        var parts = GnuCashParts()
        _ = try XMLBook.tree(bytes, &progress, hint: "it may have been cut off: save it in GnuCash again") { tree, place in parts.keeps(place, of: tree) }
        self = parts.file
    }

    /// A book that holds nothing yet.
    init() {}
}
