import Testing
@testable import Scripting

/// What is recorded, in Lua, and what the book says then.
struct LedgerCase: CustomTestStringConvertible, Sendable {
    let title: String
    let recorded: String
    /// Expressions and what they show.
    let answers: [(String, String)]

    init(_ title: String, _ recorded: String, _ answers: [(String, String)]) {
        self.title = title
        self.recorded = recorded
        self.answers = answers
    }

    var testDescription: String { title }

    /// Plays it on a book of two owners' accounts with ten shares of ORCL at 31.2 and a fee of 1, and checks the book afterwards.
    func play() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            account { name = "Other", owner = "Ada", portfolio = "Home" }
            account { name = "Third", owner = "Ben" }
            function lot(account, symbol)
              local text = {}
              for l in lots { account = account, symbol = symbol } do
                text[#text + 1] = ("%s %s@%s"):format(l.opened, l.remaining, l.cost_basis)
              end
              return table.concat(text, "; ")
            end
            function closed(symbol)
              local text = {}
              for g in gains { symbol = symbol } do text[#text + 1] = ("%s %s-%s=%s %s"):format(g.quantity, g.proceeds, g.cost_basis, g.gain, g.term) end
              return table.concat(text, "; ")
            end
            """)
        try session.run(recorded)
        for (expression, shown) in answers { #expect(try session.text(expression) == shown, "\(title): \(expression)") }
        #expect(try session.text("(verify())") == "true", "\(title)")
    }
}

extension ScriptSession {
    /// Expects that a statement is refused with a message, and that nothing of it is left in the book.
    func expectRefusal(of source: String, saying part: String) throws {
        try expectNothingRecorded {
            let message = try message(source)
            #expect(message.contains(part), "\(source): \(message)")
        }
    }
}
