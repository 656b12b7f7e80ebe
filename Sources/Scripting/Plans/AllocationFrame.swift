import Frames
import LuaKit
import Plans
import Values

/// Where new money goes by a reserve plan.
enum AllocationFrame {
    /// The answer of `allocate`.
    static func reply(_ call: LuaCall) throws -> LuaReply {
        let options = try AllocationOptions(call)
        let proposal = try AllocationProposal(options.question, options.amount, isPython: options.isPython)
        return try call.reply(proposal.frame(inDetail: options.isDetailed), proposing: proposal)
    }
}

/// What a call of `allocate` says, in one table or as an amount and a table.
struct AllocationOptions {
    let amount: FixedDecimal
    let question: ReserveQuestion
    let isDetailed: Bool
    let isPython: Bool

    static let parameters: [LuaParameter] = [
        .required("amount", .decimal, "The money that comes in."),
        .optional("options", .table, "The rest, where the amount stands alone: allocate(5000, {detail=true})."),
        .optional("detail", .boolean, "A row an account, and not a row a tier.", default: "false"),
        .optional("mode", .string, "\"python\" for the very numbers of the desktop program, on binary floats: amounts finer than a cent too, caps for each row, rounded as Python's round(x, 2)."),
    ] + ReserveQuestion.parameters

    init(_ call: LuaCall) throws {
        guard let amount = try call.decimal("amount") else { throw call.mismatch("amount", expected: "a number") }
        let names = ["detail", "mode", "plan", "on"]
        var given: [String: LuaValue] = [:]
        for pair in try call.argument("options").fields ?? [] {
            guard names.contains(pair.name) else {
                let hint = nearestName(to: pair.name, in: names).map { "did you mean \($0)?" } ?? "it takes \(names.joined(separator: ", "))"
                throw LuaMisuse("allocate: there is no option \(pair.name)", field: pair.name, hint: hint)
            }
            given[pair.name] = pair.value
        }
        func text(_ name: String) throws -> String? {
            if case .string(let text)? = given[name] { return text }
            if given[name] != nil { throw LuaMisuse("allocate: \(name) must be a string", field: name) }
            return try call.string(name)
        }
        var isDetailed = try call.boolean("detail") ?? false
        if let value = given["detail"] {
            guard case .boolean(let truth) = value else { throw LuaMisuse("allocate: detail must be true or false", field: "detail") }
            isDetailed = truth
        }
        var day = try call.day("on")
        if let value = given["on"] {
            guard let told = try Coercion.day(value) else { throw LuaMisuse("allocate: on must be a date such as \"2014-03-03\"", field: "on") }
            day = told
        }
        (self.amount, self.isDetailed) = (amount, isDetailed)
        isPython = try ReserveQuestion.isPython(text("mode"), call)
        question = try ReserveQuestion(call, plan: text("plan"), on: day)
        // The desktop program takes any number, and rounds what it answers.
        guard try isPython || amount.rounded(to: question.digits, .floor) == amount else {
            throw LuaMisuse(
                "allocate: \(amount) is finer than the last digit of \(question.currency)", field: "amount",
                hint: "give at most \(question.digits) digits behind the point")
        }
    }
}
