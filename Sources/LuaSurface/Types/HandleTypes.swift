import Ledger
import LuaKit
import Session
import Storage
import Values

/// Accounts and instruments in Lua: their number in the book and the book's number in the session, never an object.
extension LuaCall {
    /// The handle of an account.
    package func box(_ account: AccountID, of book: Book) -> LuaBoxed {
        LuaBoxed(
            type: .account, low: UInt64(account.rawValue), high: number(of: book, in: runtime.branchDefining(account: account.rawValue, in: book)))
    }

    /// The handle of an instrument.
    package func box(_ instrument: InstrumentID, of book: Book) -> LuaBoxed {
        LuaBoxed(
            type: .instrument, low: UInt64(instrument.rawValue), high: number(of: book, in: runtime.branchDefining(instrument: instrument.rawValue, in: book)))
    }

    /// The book's number in the low half. In the high half the number of the branch in which it was defined, since the handle means nothing once that
    /// was undone.
    private func number(of book: Book, in branch: Int) -> UInt64 {
        UInt64(runtime.books.all.firstIndex { $0.book === book } ?? 0) | UInt64(branch) << 32
    }

    /// The ledger of the book that a handle belongs to.
    ///
    /// - Throws: a misuse where the branch in which it was defined was undone.
    func ledger(of box: LuaBoxed) throws -> Ledger {
        let books = runtime.books.all, number = Int(box.high & 0xFFFF_FFFF), branch = Int(box.high >> 32)
        guard number < books.count else { throw LuaMisuse("\(name): the book of this handle is closed", kind: "closed") }
        // Its number may have been given to another since.
        if branch != 0, !runtime.running.branches.contains(where: { $0.number == branch }) {
            throw LuaMisuse("\(name): this \(box.type == .account ? "account" : "instrument") was defined in a what-if that is over", kind: "closed")
        }
        return try books[number].book.ledger
    }

    /// The account a handle stands for.
    package func account(_ box: LuaBoxed) throws -> Account {
        let ledger = try ledger(of: box), place = Int(box.low) - 1
        // An account whose definition was rolled back leaves its handle behind.
        guard ledger.accounts.indices.contains(place), !ledger.accounts[place].isErased else { throw LuaMisuse("\(name): this account is no longer there", kind: "closed") }
        return ledger.accounts[place]
    }

    /// The instrument a handle stands for.
    package func instrument(_ box: LuaBoxed) throws -> Instrument {
        let ledger = try ledger(of: box), place = Int(box.low) - 1
        guard ledger.instruments.indices.contains(place) else { throw LuaMisuse("\(name): this instrument is no longer there", kind: "closed") }
        return ledger.instruments[place]
    }

    /// The name of an account argument: a name, or an account itself; nil where it was left out.
    package func accountName(_ name: String) throws -> String? {
        switch try argument(name) {
        case .none: nil
        case .string(let text): text
        case .boxed(let box) where box.type == .account: try account(box).name
        default: throw mismatch(name, expected: "the name of an account")
        }
    }

    /// The symbol of an instrument argument: a symbol, or an instrument itself; nil where it was left out.
    package func symbol(_ name: String) throws -> String? {
        switch try argument(name) {
        case .none: nil
        case .string(let text): text
        case .boxed(let box) where box.type == .instrument: try instrument(box).symbol
        default: throw mismatch(name, expected: "a symbol such as \"ORCL\"")
        }
    }
}

/// Accounts in Lua.
package enum AccountType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "account", summary: "An account of a book.", layout: .value,
        fields: [
            field("name", "string", "What it is called.") { .string($0.name) },
            field("type", "string", "What kind it is: securities, cash, crypto, deposit, pension or other.") { .string($0.kind.rawValue) },
            field("currency", "string", "Its currency.") { .string($0.currency.code) },
            field("portfolio", "string?", "The portfolio it belongs to.") { .text($0.portfolio) },
            field("owner", "string?", "Whose it is.") { .text($0.owner) },
            field("group", "string?", "Its group.") { .text($0.group) },
            field("opened", "date?", "Its first day.") { $0.opened.map { .day($0) } ?? .none },
            field("closed", "date?", "Its last day.") { $0.closed.map { .day($0) } ?? .none },
            field("allow_short", "boolean", "Whether it may sell what it does not hold.") { .boolean($0.allowShort) },
            field("tracking", "string", "What its figures come from: transactions, holdings or value.") { .string($0.tracking.rawValue) },
            field("rate", "decimal?", "Interest of a year as a part of one: 0.04 is \"4%\".") { $0.rate.map { .decimal($0) } ?? .none },
            field("matures", "date?", "The day on which a deposit with a term ends.") { $0.matures.map { .day($0) } ?? .none },
            field("settlement", "string?", "What it settles in where that is not its own currency: trade.") { $0.settlement == .account ? .none : .string($0.settlement.rawValue) },
        ],
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "Its name.", style: .positional) { call in
                guard let box = call.boxed(0, .account) else { return call.reply("account") }
                return call.reply(try call.account(box).name)
            }
        ], change: "account{name=\"…\", …} changes an account")

    private static func field(_ name: String, _ returns: String, _ summary: String, _ value: @escaping @Sendable (Account) -> LuaValue) -> LuaFunction {
        LuaFunction(name, returns: returns, summary: summary, style: .positional) { call in
            call.reply(value(try call.account(call.receiver(.account))))
        }
    }
}

/// Instruments in Lua.
package enum InstrumentType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "instrument", summary: "Something that can be held and priced.", layout: .value,
        fields: [
            field("symbol", "string", "What it is traded as.") { .string($0.symbol) },
            field("name", "string?", "Its name.") { .text($0.name) },
            field("kind", "string", "What kind it is: stock, etf, bond and so on.") { .string($0.kind.rawValue) },
            field("currency", "string", "The currency of its prices.") { .string($0.currency.code) },
            field("multiplier", "decimal", "Units of the underlying in one traded.") { .decimal($0.multiplier) },
            LuaFunction("underlying", returns: "string?", summary: "The symbol of what an option is on.", style: .positional) { call in
                let box = call.receiver(.instrument)
                guard let option = try call.instrument(box).option else { return .nothing }
                return call.reply(try call.ledger(of: box)[option.underlying].symbol)
            },
            field("right", "string?", "What an option gives the right to: call is to buy, put is to sell.") { $0.option.map { .string($0.right.rawValue) } ?? .none },
            field("strike", "decimal?", "The price at which an option may be used.") { $0.option.map { .decimal($0.strike) } ?? .none },
            field("expires", "date?", "The last day of an option.") { $0.option.map { .day($0.expires) } ?? .none },
            field("class", "string?", "The class of assets it belongs to, by your own naming.") { .text($0.assetClass) },
            field("provider", "string?", "The provider of its quotes.") { .text($0.provider) },
            field("provider_symbol", "string?", "What that provider calls it.") { .text($0.providerSymbol) },
        ],
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "Its symbol.", style: .positional) { call in
                guard let box = call.boxed(0, .instrument) else { return call.reply("instrument") }
                return call.reply(try call.instrument(box).symbol)
            }
        ], change: "instrument{symbol=\"…\", …} changes an instrument")

    private static func field(_ name: String, _ returns: String, _ summary: String, _ value: @escaping @Sendable (Instrument) -> LuaValue) -> LuaFunction {
        LuaFunction(name, returns: returns, summary: summary, style: .positional) { call in
            call.reply(value(try call.instrument(call.receiver(.instrument))))
        }
    }
}
