import Ledger
import LuaKit
import Values

/// The terms of an option as the arguments of `instrument` tell them.
enum OptionArguments {
    private static let names = ["underlying", "right", "strike", "expires"]

    static func change(_ instrument: inout Instrument, isNew: Bool, _ call: LuaCall, _ ledger: Ledger) throws {
        let given = names.filter(call.has)
        if given.isEmpty {
            // An option without terms can be traded, and neither assigned nor exercised.
            if isNew, instrument.kind == .option, !call.has("multiplier") { instrument.multiplier = 100 }
            return
        }
        let before = instrument.option
        if isNew, !call.has("kind") { instrument.kind = .option }
        guard instrument.kind == .option else { throw LedgerError.notAnOption(symbol: instrument.symbol) }
        if isNew, !call.has("multiplier") { instrument.multiplier = 100 }
        guard
            let underlying = try underlying(call, ledger) ?? before?.underlying, let right = try right(call) ?? before?.right,
            let strike = try call.decimal("strike").map({ try call.unit("currency")?.scaled($0) ?? $0 }) ?? before?.strike, let expires = try call.day("expires") ?? before?.expires
        else {
            let missing = names.first { !given.contains($0) } ?? ""
            throw LuaMisuse(
                "\(call.name): \(missing) is missing: an option tells underlying, right, strike and expires", field: missing,
                hint: "say underlying=\"ORCL\", right=\"call\", strike=40, expires=\"2014-12-20\"")
        }
        guard strike > .zero else { throw call.mismatch("strike", expected: "a number above zero") }
        instrument.option = OptionTerms(underlying: underlying, right: right, strike: strike, expires: expires)
    }

    /// The currency of what the option is on, in which it is traded unless told otherwise; nil where the arguments are of no option.
    static func currency(_ call: LuaCall, _ ledger: Ledger) throws -> Currency? { try underlying(call, ledger).map { ledger[$0].currency } }

    private static func underlying(_ call: LuaCall, _ ledger: Ledger) throws -> InstrumentID? {
        guard let symbol = try call.symbol("underlying") else { return nil }
        return try ledger.knownInstrument(symbol)
    }

    private static func right(_ call: LuaCall) throws -> OptionTerms.Right? {
        guard let text = try call.string("right") else { return nil }
        guard let right = OptionTerms.Right(rawValue: text) else { throw call.mismatch("right", expected: "call or put") }
        return right
    }
}
