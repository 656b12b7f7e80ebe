import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Portfolios: accounts that belong together, and whose they are.
enum PortfolioModule {
    static let module = Module("portfolios", [portfolio, portfolios])

    private static let portfolio = LuaFunction(
        "portfolio",
        [
            .required("name", .string, "What it is called; accounts name it in account{portfolio=}."),
            .optional("owner", .owners, "Whose it is: a name, or a list of names for a joint one. Its accounts become theirs."),
        ],
        returns: "frame", summary: "Shows a portfolio's accounts; with an owner, gives them to that owner.",
        example: "portfolio{name=\"Retirement\", owner={\"Jerry\", \"Carol\"}}[1].owner --> Jerry & Carol"
    ) { call in
        let book = try call.book(), name = try call.string("name") ?? ""
        let accounts = try book.ledger.accounts.enumerated().filter { $0.element.portfolio == name }
        if accounts.isEmpty {
            let near = nearestName(to: name, in: Set(try book.ledger.accounts.map(\.portfolio)).sorted()).map { "did you mean \"\($0)\"?" }
            throw LuaMisuse(
                "portfolio: no account is in the portfolio \"\(name)\"", field: "name", hint: near ?? "say account{name=…, portfolio=\"\(name)\"}",
                kind: "unknown_portfolio")
        }
        if let owners = try call.strings("owner") {
            try book.transaction {
                for (place, var account) in accounts {
                    account.owner = owners.joined(separator: " & ")
                    if account != (try book.ledger.accounts[place]) { try book.redefine(AccountID(Int32(place + 1)), as: account) }
                }
            }
        }
        let ledger = try book.ledger
        return try call.reply(AccountsFrame.make(ledger.definitions, accounts.map { AccountID(Int32($0.offset + 1)) }))
    }

    private static let portfolios = LuaFunction(
        "portfolios", BookFilter.parameters(["owner"]), returns: "frame", summary: "The portfolios, whose they are, and how many accounts each has.",
        example: "portfolios{}[1].accounts > 0 --> true"
    ) { call in
        let filter = try BookFilter(call), ledger = try filter.source.ledger
        var builder = FrameBuilder("portfolios", [.text("name"), .text("owner"), .int("accounts")])
        var groups: [String: (owners: Set<String>, count: Int)] = [:]
        for (place, account) in ledger.accounts.enumerated() where !account.portfolio.isEmpty && filter.fits(AccountID(Int32(place + 1))) {
            groups[account.portfolio, default: ([], 0)].owners.insert(account.owner)
            groups[account.portfolio]!.count += 1
        }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            try builder.append([.text(name), .optional(group.owners.sorted().joined(separator: ", ")), .int(Int64(group.count))])
        }
        return try call.reply(builder.frame())
    }

    /// Whose a portfolio is, where its accounts agree.
    static func owner(of portfolio: String, _ ledger: Ledger) -> String? {
        let owners = Set(ledger.accounts.filter { $0.portfolio == portfolio }.map(\.owner))
        return owners.count == 1 ? owners.first : nil
    }
}

extension LuaParameterType {
    static let owners = LuaParameterType("owner", phrase: "a name or a list of names", accepts: [.string, .table])
}
