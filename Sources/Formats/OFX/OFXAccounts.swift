import Ledger
import Values

/// Which accounts of the book the statements of a file are of.
extension OFXPlanner {
    /// The name of a statement's account: the one told, the book's of its number, else the institution, the number and the type. It does not depend on what else is in the
    /// file, so that each month's file finds it again.
    mutating func name(_ statement: OFXStatement, _ plan: PlanBuilder) throws(ImportIssue) -> String {
        if let known = names[statement.key] { return known }
        var name = plan.options.account ?? ""
        if name.isEmpty {
            let known = try knownName(statement, plan), made = madeName(statement, withBank: isOfSeveralBanks(statement))
            name = known ?? made
            if names.values.contains(name) {
                // A card and an account at a broker may have one number.
                if known == nil { name = madeName(statement, withBank: true) }
                if names.values.contains(name) { throw Self.unclear(statement, [name]) }
            }
        }
        names[statement.key] = name
        return name
    }

    private static let types = ["CHECKING", "SAVINGS", "MONEYMRKT", "CREDITLINE", "CD"]

    /// The rests of the keys of the file's statements that share a number, without the number.
    private func rests(of number: String) -> [Substring] {
        survey.accounts.filter { $0 == number || $0.hasPrefix(number + " ") }.map { $0.dropFirst(number.count).drop { $0 == " " } }
    }

    private static func isTyped(_ rest: Substring) -> Bool { types.contains { rest == $0 || rest.hasPrefix($0 + " ") } }

    private func isOfSeveralBanks(_ statement: OFXStatement) -> Bool {
        let banks = rests(of: statement.number).filter { statement.type.isEmpty ? !$0.isEmpty && !Self.isTyped($0) : $0.hasPrefix(statement.type + " ") }
        return banks.count > 1
    }

    /// The name that luca gives a new account.
    private func madeName(_ statement: OFXStatement, withBank: Bool) -> String {
        let maker = survey.organization.isEmpty ? statement.kind == .investment ? statement.bank : "" : survey.organization
        let bank = statement.bank.isEmpty && statement.kind == .card ? "card" : statement.bank
        return [maker, withBank && maker != bank ? bank : "", statement.number, statement.type.lowercased()].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The book's account that has the name which luca would give, or the number of a statement as its name or as a word of it, and its type behind; nil where it has none.
    private func knownName(_ statement: OFXStatement, _ plan: PlanBuilder) throws(ImportIssue) -> String? {
        func ends(_ name: String, _ type: String) -> Bool { name.uppercased().hasSuffix(" " + type) }
        let own = plan.context.accounts.filter { account in
            account.name.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains { $0 == statement.number } && !isOthers(account, statement)
        }
        for made in [madeName(statement, withBank: isOfSeveralBanks(statement)), madeName(statement, withBank: true)] where own.contains(where: { $0.name == made }) { return made }
        let names = own.map(\.name), isShared = rests(of: statement.number).count > 1
        let plain = names.filter { name in !Self.types.contains { ends(name, $0) } }
        var fitting = statement.type.isEmpty ? plain : names.filter { ends($0, statement.type) }
        let ofBank = fitting.filter { $0.split(separator: " ").contains { $0 == statement.bank } }
        if ofBank.count == 1 { return ofBank[0] }
        if fitting.isEmpty, !isShared { fitting = plain }
        if fitting.count == 1, !isShared || !statement.type.isEmpty { return fitting[0] }
        if fitting.isEmpty, !isShared || plain.isEmpty { return nil }
        throw Self.unclear(statement, fitting.isEmpty ? plain : fitting)
    }

    /// Whether an account is known to be that of another statement with the number: by the bank that its name tells before it, or as one that luca named for
    /// what has no type.
    private func isOthers(_ account: Account, _ statement: OFXStatement) -> Bool {
        let words = account.name.split(separator: " "), place = words.firstIndex { $0 == statement.number }
        if let place, place > 0, !statement.bank.isEmpty {
            let bank = words[place - 1], isBank = bank.count > 2 && (bank.contains(".") || bank.allSatisfy(\.isNumber))
            if isBank, bank != statement.bank, bank != survey.organization { return true }
        }
        guard !survey.organization.isEmpty, account.name == "\(survey.organization) \(statement.number)" else { return false }
        if account.kind == .securities && statement.kind != .investment || account.kind == .cash && statement.kind == .investment { return true }
        return !statement.type.isEmpty && rests(of: statement.number).contains { !Self.isTyped($0) }
    }

    private static func unclear(_ statement: OFXStatement, _ names: [String]) -> ImportIssue {
        ImportIssue(
            .unknownAccount, column: "ACCTID", text: statement.number,
            message: "nothing tells which account of the book number \(MessageText.cut(statement.number)) is: \(MessageText.cut(names.joined(separator: ", ")))",
            hint: "import a file of this account alone, and say account=\"…\"")
    }
}
