import JSON
import Ledger

/// The words by which people say what accounts mean.
enum MeaningWords {
    /// The words, and what each means.
    private static let roles: [(word: String, role: DoubleEntryAccounts.Role)] = [
        ("dividend", .dividend(nil)), ("interest", .interest(nil)), ("credit", .credit(nil)), ("gains", .gains), ("fee", .fee), ("tax", .tax), ("equity", .equity),
        ("outside", .other),
    ]

    /// Other forms of the words, as people say them too.
    private static let others = ["dividends": "dividend", "gain": "gains", "fees": "fee", "taxes": "tax", "credits": "credit"]

    /// Words behind which the symbol of an instrument may stand.
    private static let ofInstruments: [(word: String, role: @Sendable (String?) -> DoubleEntryAccounts.Role)] = [
        ("dividend", { .dividend($0) }), ("interest", { .interest($0) }), ("credit", { .credit($0) }),
    ]

    /// Left out is what luca does not keep: money that comes from there comes from outside.
    private static let leftOut = "skip"

    /// The words, for a hint.
    static let all = roles.map(\.word) + [leftOut]

    /// What a word means; anything else is the name of an account.
    static func role(_ text: String) -> DoubleEntryAccounts.Role {
        if let role = roles.first(where: { $0.word == text })?.role { return role }
        if let role = roles.first(where: { $0.word == others[text] })?.role { return role }
        if text == leftOut { return .other }
        for (word, role) in ofInstruments where text.hasPrefix(word + " ") { return role(String(text.dropFirst(word.count + 1))) }
        return .held(text.hasPrefix("account ") ? String(text.dropFirst(8)) : text)
    }

    /// The word for what an account means. The name of an account that is such a word has `account` before it.
    static func word(_ role: DoubleEntryAccounts.Role) -> String {
        switch role {
        case .held(let name):
            all.contains(name) || others[name] != nil || (["account"] + ofInstruments.map(\.word)).contains { name.hasPrefix($0 + " ") } ? "account \(name)" : name
        case .dividend(let symbol?): "dividend \(symbol)"
        case .interest(let symbol?): "interest \(symbol)"
        case .credit(let symbol?): "credit \(symbol)"
        default: roles.first { $0.role == role }?.word ?? "outside"
        }
    }
}

/// What accounts of a format's files were said to mean, as a book keeps it from one import to the next.
struct KeptMeanings {
    /// The kind of document that holds them, one for each format.
    static let kind = PlanDocument.Kind.accountMapping

    /// The format.
    let format: String
    /// Words by account.
    var words: [String: String] = [:]

    /// What the book keeps of a format.
    init(_ format: String, in documents: [PlanDocument]) {
        self.format = format
        guard let document = documents.first(where: { $0.name == format }), let value = try? JSONReader.read(Array(document.body.utf8)) else { return }
        for member in value["accounts"]?.members ?? [] { words[member.key] = member.value.text }
    }

    /// The document to keep.
    var document: PlanDocument {
        let members = words.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }
        return PlanDocument(kind: Self.kind, name: format, body: JSONValue.object([JSONValue.Member(key: "accounts", value: .object(members))]).text())
    }
}

/// What is told of accounts of a file; of one that nothing is told of, what is told of the nearest above it holds.
struct ToldMeanings {
    private var words: [String: (word: String, origin: AccountMeaning.Origin)] = [:]

    init(kept: [String: String] = [:], told: [String: String] = [:]) {
        for (account, word) in kept { words[account] = (word, .kept) }
        for (account, word) in told { words[account] = (word, .told) }
    }

    /// What is told of an account; nil where nothing is.
    func role(_ account: String) -> (role: DoubleEntryAccounts.Role, origin: AccountMeaning.Origin)? {
        if words.isEmpty { return nil }
        var name = Substring(account)
        while true {
            if let told = words[String(name)] { return (MeaningWords.role(told.word), told.origin) }
            guard let colon = name.lastIndex(of: ":") else { return nil }
            name = name[..<colon]
        }
    }
}

extension DoubleEntryPlanner {
    /// Refuses what is said of accounts that the file does not have, and words that can hardly be the name of an account.
    static func check(_ told: [String: String], _ accounts: DoubleEntryAccounts, _ book: DoubleEntryBook, _ known: [Account]) throws(ImportIssue) {
        let names = accounts.all
        for (account, word) in told.sorted(by: { $0.key < $1.key }) {
            if !names.contains(where: { $0 == account || $0.hasPrefix(account + ":") }) {
                throw ImportIssue(
                    .unknownAccount, column: "accounts", text: account, message: "the file has no account \"\(MessageText.cut(account))\"",
                    hint: nearestHint(for: account, in: names, otherwise: "accounts=\"?\" lists those that it has"))
            }
            guard case .held(let name) = MeaningWords.role(word) else { continue }
            guard MessageText.isName(name), !name.isEmpty else {
                throw ImportIssue(.badName, column: "accounts", text: name, message: "\"\(MessageText.cut(name))\" is no name of an account: \(MessageText.nameRule)")
            }
            let isOfMoneySpent = [.income, .expenses].contains(book.accountClass(account)), isKnown = known.contains { $0.name == name }
            if isOfMoneySpent, !isKnown, !word.hasPrefix("account ") {
                throw ImportIssue(
                    .badWord, column: "accounts", text: word, message: "\"\(MessageText.cut(word))\" says nothing of \(MessageText.cut(account))",
                    hint: nearestHint(
                        for: word, in: MeaningWords.all + known.map(\.name),
                        otherwise: "it is one of \(MeaningWords.all.joined(separator: ", ")), or \"account \(MessageText.cut(word))\" for an account of luca's"))
            }
        }
    }
}

/// Accounts of which nothing tells whether they are of assets, of income or of what else.
struct UnknownAccounts {
    /// The accounts, and how many postings each has; those with most first.
    private let accounts: [(name: String, count: Int)]

    /// Looks through the statements of a book.
    ///
    /// - Parameter meanings: what its accounts mean, and who says so.
    init(_ book: DoubleEntryBook, _ directives: [DoubleEntryBook.Directive], _ meanings: [AccountMeaning]) {
        let unknown = Set(meanings.filter { $0.origin == .proposed && book.accountClass($0.account) == nil }.map(\.account))
        var counts: [String: Int] = [:]
        if !unknown.isEmpty {
            for directive in directives {
                guard case .transaction(let transaction) = directive.content else { continue }
                for posting in transaction.postings where unknown.contains(posting.account) { counts[posting.account, default: 0] += 1 }
            }
        }
        accounts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (name: $0.key, count: $0.value) }
    }

    /// A sentence on them; nil where there are none.
    var remark: String? {
        guard let first = accounts.first else { return nil }
        let shown = MessageText.list(accounts.map { "\(MessageText.cut($0.name)) (\($0.count))" })
        let isOne = accounts.count == 1
        return
            "the postings of \(isOne ? "1 account" : "\(accounts.count) accounts") of no known kind count as outside: \(shown); say what \(isOne ? "it is" : "they are"), such as accounts={[\"\(MessageText.cut(first.name))\"]=\"Bank\"}"
    }
}
