import Sentences
import Values

/// The four questions that set up an empty book: base currency, first account, its currency, and the file that its bank or broker gives.
///
/// Each answer becomes the sentence that says the same, which is shown before it runs, so that whoever answers learns to say it. Enter passes over a question;
/// a line that is no answer ends the questions and is run as any other.
struct SetupGuide {
    /// What is asked.
    enum Question: Equatable {
        /// The base currency of the book.
        case base
        /// The name of the first account, behind which its currency may stand.
        case account
        /// The currency of the account of a name.
        case currency(account: String)
        /// The file of the account of a name, as its bank or broker gives it.
        case file(account: String)
    }

    /// What comes of a line.
    enum Reply: Equatable {
        /// It is the answer that this sentence says.
        case sentence(String)
        /// The question is passed over, or what was answered needs another question.
        case next
        /// It is meant as an answer and is none, and why.
        case refused(String)
        /// It is no answer.
        case other
    }

    /// What is asked now; nil where nothing is left to be asked.
    private(set) var question: Question? = .base
    /// The base currency that was answered.
    private var base: String?
    /// The name of the account that was answered.
    private var account: String?

    /// What is said before the first question.
    static let opening = "The book is empty. Four questions set it up: Enter passes over one, any other\nline or Ctrl-C ends them.\n"

    /// The question in words.
    var text: String? {
        switch question {
        case .base: "Which currency do you count in? A code such as EUR or USD.\n"
        case .account: "What is your first account called? Such as Degiro, or Degiro EUR.\n"
        case .currency: "Which currency is it in? \(base.map { "Enter for \($0)." } ?? "A code such as EUR or USD.")\n"
        case .file: "Where is its file from the bank or broker? A path; Enter where there is none.\n"
        case nil: nil
        }
    }

    /// What can be done next, once all is answered.
    var closing: String {
        let place = account.map(SentenceForm.word) ?? "Savings"
        return "That is all. Next: deposit 500 to \(place), holdings, net worth, every month on the 1st deposit 500 to \(place); help start goes on.\n"
    }

    /// What a line answers; the question stays until `advance` says that it was carried out.
    ///
    /// - Parameters:
    ///   - isEntry: whether the line is a sentence or a setting of the shell.
    ///   - isUnit: whether a code is one of a currency.
    ///   - isFile: whether there is a file at a path.
    mutating func reply(to line: String, isEntry: Bool, isUnit: (String) -> Bool, isFile: (String) -> Bool) -> Reply {
        let answer = String(line.trimmed), path = Self.unquoted(answer)
        if case .file(let account) = question, !answer.isEmpty, isFile(path) { return .sentence("import \(LuaForm.quoted(path)) into \(SentenceForm.word(account))") }
        if isEntry { return .other }
        switch question {
        case .base: return answer.isEmpty ? pass(to: .account) : currency(answer, isUnit) { "set base \($0)" }
        case .account:
            if answer.isEmpty { return pass(to: nil) }
            if Self.isCode(answer) { return .other }
            let words = path.split(separator: " "), code = words.last.map { $0.uppercased() } ?? ""
            if words.count > 1, code.count == 3, isUnit(code) { return opening(words.dropLast().joined(separator: " "), in: code) }
            return pass(to: .currency(account: path))
        case .currency(let account):
            if answer.isEmpty, let base { return opening(account, in: base) }
            if answer.isEmpty { return .refused("an account has a currency; say its code, such as EUR") }
            return currency(answer, isUnit) { "account \(SentenceForm.word(account)) \($0)" }
        case .file:
            if answer.isEmpty { return pass(to: nil) }
            return Self.isCode(answer) && !answer.contains("/") ? .other : .refused("there is no file \(path); Tab completes a path behind import, and Enter passes over this")
        case nil: return .other
        }
    }

    /// Goes on to the next question, once the sentence of an answer was carried out.
    mutating func advance(after sentence: String) {
        switch question {
        case .base:
            base = sentence.split(separator: " ").last.map(String.init)
            question = .account
        case .account, .currency: question = account.map { .file(account: $0) }
        case .file, nil: question = nil
        }
    }

    private mutating func pass(to next: Question?) -> Reply {
        if case .currency(let name) = next { account = name }
        question = next
        return .next
    }

    /// The sentence that opens the account.
    private mutating func opening(_ name: String, in code: String) -> Reply {
        account = name
        return .sentence("account \(SentenceForm.word(name)) \(code)")
    }

    /// A code that was answered, in capitals, as a sentence.
    private func currency(_ answer: String, _ isUnit: (String) -> Bool, _ sentence: (String) -> String) -> Reply {
        let code = answer.uppercased()
        if isUnit(code) { return .sentence(sentence(code)) }
        if Self.isCode(answer) || answer.contains(" ") || answer.count < 2 { return .other }
        let known = ["EURO": "EUR", "EUROS": "EUR", "DOLLAR": "USD", "DOLLARS": "USD", "POUND": "GBP", "POUNDS": "GBP", "FRANC": "CHF", "FRANKEN": "CHF", "YEN": "JPY"][code]
        let near = known ?? nearestName(to: code, in: ["EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN"])
        return .refused("\(quoted(answer)) is no code of a currency" + (near.map { "; \(Suggestion($0).question)" } ?? ", which has three letters: EUR, USD, GBP"))
    }

    /// Whether a line can only be Lua.
    private static func isCode(_ line: String) -> Bool { line.contains { "(){}[]=;".contains($0) } || line.hasPrefix("-") || line.first?.isNumber == true }

    /// A path without the quotes that a terminal puts round one that was dragged there.
    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else { return text }
        return String(text.dropFirst().dropLast())
    }
}
