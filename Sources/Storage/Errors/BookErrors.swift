import Ledger
import Values

/// What is said of acts, of undoing and erasing, and of queries.
extension StorageError {
    static func interrupted() -> StorageError { StorageError(.interrupted, "Interrupted.") }

    static func closed(_ name: String) -> StorageError { StorageError(.closed, "\(name) is closed.", hint: "Open it again.") }

    static func actFailed(_ cause: StorageError) -> StorageError {
        StorageError(
            .actFailed, "This act has failed, and nothing more can be recorded in it. \(cause.message)",
            hint: "Everything in it is undone; do it again as a new act.")
    }

    static func shorterThanBefore(_ name: String, end: Int, seen: Int) -> StorageError {
        StorageError(
            .damaged, "\(name) ends with entry \(end) now, and had \(seen) before: it was cut off, or another file was put in its place.",
            hint: "Close it and open it again to go on with what is there; nothing was recorded.")
    }

    // MARK: Names and undoing

    static func foreignDraft(_ name: String, folder: String) -> StorageError {
        StorageError(
            .alreadyExists, "\(name) cannot be made: \(folder), the folder in which luca prepares a new book, is there and is not luca's.",
            hint: "Look what it is, and move it away; or choose another name for the book.")
    }

    static func severalNames(_ name: String, other: String?) -> StorageError {
        let book = SafeText.shellWord(name)
        let removal = other.map { "rm \(SafeText.shellWord($0))" } ?? "find FOLDER -samefile \(book) tells it"
        return StorageError(
            .readOnly,
            """
            \(name) has another name too, \(other.map { "\($0), " } ?? "")as a hard link: what is recorded under one is not seen under the other \
            until both are closed, and may be lost.
            """, hint: "\(removingName) (\(removal)), or make this a file of its own: cp \(book) copy && mv copy \(book)")
    }

    private static let removingName = "Remove the other name"

    /// What makes a file writable that has several names, or a book of a server; nil of what may not be written for another reason.
    var wayToWrite: String? { hint?.hasPrefix(Self.removingName) == true ? hint : wayToWriteOnServer }

    static func erasureStands(_ act: Int) -> StorageError {
        StorageError(
            .misuse, "Act \(act), the last one, deleted an account for good, which nothing takes back.",
            hint: "The copy of the book made before it has the account. void(ID) takes back an activity recorded earlier; activities shows the ids.")
    }

    static func onlyDefined(_ act: Int, accounts: [String], symbols: [String]) -> StorageError {
        func list(_ names: [String]) -> String { names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "") }
        let quoted = accounts.map { "\"\($0)\"" }
        let account = quoted.isEmpty ? nil : "the account\(quoted.count == 1 ? "" : "s") \(list(quoted))"
        let symbol = symbols.isEmpty ? nil : "the instrument\(symbols.count == 1 ? "" : "s") \(list(symbols))"
        let defined = [account, symbol].compactMap { $0 }.joined(separator: " and ")
        let harmless = symbols.isEmpty ? "" : "An instrument that nothing is recorded of changes no figure. "
        let removal = quoted.first.map { "delete account \($0) confirm takes \(quoted.count == 1 ? "it" : "the first") away. " } ?? ""
        return StorageError(
            .onlyDefined, "Act \(act), the last one, defined \(defined): undo takes no definition back, and what was done before it stands.",
            hint: "\(removal)\(harmless)Say undo again to take back the act before it, or void(ID) for one of its entries.")
    }

    // MARK: Erasing

    static func notScrubbed(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(
            cause.kind, "The account is erased, but bytes of it may still lie in the file of \(name): \(cause.message)",
            hint: "Close the book in every other program, and run VACUUM on the file with any SQLite tool.")
    }

    static func erasureInsideAct(isTrial: Bool) -> StorageError {
        isTrial
            ? StorageError(.misuse, "Deleting an account cannot be rehearsed, because it cannot be taken back.", hint: "Do it outside of the trial.")
            : StorageError(
                .misuse, "An account is deleted by itself, and not in an act that has recorded something or is part of another.",
                hint: "Make it a statement of its own.")
    }

    static func restsOnAccount(_ account: String, _ reason: String) -> StorageError {
        StorageError(
            .refused, "\(account) cannot be deleted, because something recorded in another account rests on it: \(reason).",
            hint: "Void or amend that first.")
    }

    // MARK: Queries

    static func emptyQuery() -> StorageError {
        StorageError(.query, "The query is empty.", hint: "Try SELECT * FROM activities.")
    }

    static func tooLongQuery(_ bytes: Int) -> StorageError {
        StorageError(.query, "The query is longer than \(bytes) bytes.", hint: "Write a ? for each value, and pass the values as arguments.")
    }

    static func severalStatements() -> StorageError {
        StorageError(.refused, "A query is one statement, and there is more behind the first.", hint: "Ask one after the other.")
    }

    static func refusedStatement() -> StorageError {
        StorageError(
            .refused, "A query reads the book; this one would change it.",
            hint: "Record with commands such as buy, deposit and void, so that lots and cash stay right.")
    }

    static func refusedReach(_ word: String) -> StorageError {
        StorageError(.refused, "\(word) is not allowed in a query: it reaches outside the book or changes how it is kept.", hint: "Use SELECT.")
    }

    static func notAQuestion(_ word: String) -> StorageError {
        StorageError(.query, "A query begins with SELECT, WITH, VALUES or EXPLAIN, not with \(word).", hint: "Try SELECT * FROM activities.")
    }

    static func refusedFunction(_ name: String, allowed: Set<String>) -> StorageError {
        let nearest = Suggestion(for: name.lowercased(), in: allowed.sorted()).map { "\($0.sentence) " } ?? ""
        return StorageError(
            .refused, "The function \(name) is not allowed in a query: a query computes from the book, and reaches nothing else.",
            hint: nearest + "There are SQLite's functions on numbers, texts, dates and JSON, and decimal_add, decimal_sub, decimal_mul.")
    }

    static func refusedTable(_ name: String, views: [String]) -> StorageError {
        let nearest = Suggestion(for: name, in: views).map { "\($0.sentence) " } ?? ""
        return StorageError(
            .refused, "\(name) is nothing that a query may read: it reads the views of the book.", hint: nearest + "There are \(views.joined(separator: ", ")).")
    }

    static func takenName(_ name: String) -> StorageError {
        StorageError(.refused, "\(name) is a view of the book, so a WITH table cannot have that name.", hint: "Call it something else, such as my_\(name).")
    }

    static func tooLargeWork(_ bytes: Int) -> StorageError {
        StorageError(
            .query, "The query takes more than \(bytes) bytes to work out.", hint: "Ask for less: name columns, add WHERE, or add up before you sort.")
    }

    static func tooSlowQuery(_ most: Duration) -> StorageError {
        StorageError(.query, "The query takes longer than \(most.components.seconds) seconds.", hint: "Ask for less: join by what both sides have in common, or add WHERE.")
    }

    static func tooLargeAnswer(_ bytes: Int) -> StorageError {
        StorageError(.query, "The answer takes more than \(bytes) bytes.", hint: "Ask for less: name columns, add WHERE or LIMIT, or add up.")
    }

    static func tooLargeValue() -> StorageError {
        StorageError(.query, "A single value of the answer, or one on the way to it, is too large.", hint: "Ask for less.")
    }

    static func argumentCount(expected: Int, given: Int) -> StorageError {
        StorageError(.query, "The query has \(expected) places for arguments, and \(given) were given.", hint: "Write a ? for each argument.")
    }

    static func senselessRate(_ rate: Rate) -> StorageError {
        let what = "A rate from \(rate.from) to \(rate.to) on \(rate.date) cannot be \(rate.rate)"
        if rate.from == rate.to { return StorageError(.misuse, "\(what): a currency is worth one of itself.", hint: "Name two currencies.") }
        return StorageError(.misuse, "\(what): it has to be above zero.", hint: "Say how much of \(rate.to) one \(rate.from) is worth.")
    }
}
