import Frames
import LuaKit
import Values

/// Trying something out, doing several things wholly or not at all, and setting two results side by side.
///
/// `whatif` and `transaction` are wrapped by stdlib/prelude.lua, which hands the function's own results on, tables and rows among them.
enum WhatIfModule {
    static let module = Module("what if", isAboutBooks: false, [whatif, transaction, compare])

    private static let whatif = LuaFunction(
        "whatif", [.required("change", .function, "What to try out; it may record anything. A file that it exports shows the branch, and stays.")], returns: "any",
        summary: "Runs a function on a branch of every open book that is thrown away, and gives what it returns.",
        example: "whatif(function() deposit{account=\"Savings\", amount=500} return cash{account=\"Savings\"}[1].balance end)", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let change = try call.function("change") else { return .nothing }
        try runtime.branch(isTrial: true) {
            // The wrapper gives the frames that are to outlive the branch: their columns are computed while it stands.
            for case .object(let object) in try runtime.lua.call(change).first?.array ?? [] {
                switch object.type {
                case .frame: try unsafeDowncast(object.instance, to: FrameObject.self).frame.settle()
                case .groups: try unsafeDowncast(object.instance, to: GroupsObject.self).groups.frame.settle()
                default: break
                }
            }
        }
        return .nothing
    }

    private static let transaction = LuaFunction(
        "transaction", [.required("body", .function, "What to do.")], returns: "any",
        summary: "Runs a function of which all is kept or, where it fails, nothing; gives what it returns. What it records is checked as a set when it ends, ordered by day and need: each day may "
            + "rest on what is recorded later, and a sale that finds too little waits for the purchase of its day that brings it. Until then a question, and quantity=\"all\", go by what has been recorded so far, "
            + "and fail (unsettled) where that does not hold yet. A statement, a script or a whatif without it is one act as well, kept wholly or not at all, but each row "
            + "is checked as it is recorded.",
        example: "pcall(transaction, function() deposit{account=\"Savings\", amount=5} error(\"no\", 0) end) --> false, no", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let body = try call.function("body") else { return .nothing }
        try runtime.branch(isTrial: false) { _ = try runtime.lua.call(body) }
        return .nothing
    }

    private static let compare = LuaFunction(
        "compare",
        [
            .required("before", .any, "A frame, a number, money, or a table of numbers by name. Money and units of a row that one frame lacks count as zero; what one table lacks is unknown, and so is its change."), .required("after", .any, "Another of its kind."),
            .optional("options", .table, "{key=}: the columns that tell rows apart; {columns=}: those to compare, where all that differ are too many."),
        ],
        returns: "frame", summary: "Sets two results side by side: each figure before and after, and the change.",
        example: "compare(1200, whatif(function() return 1450 end))[1].change --> 250", style: .positional
    ) { call in
        let options = try ComparisonOptions(call), before = try call.argument("before"), after = try call.argument("after")
        if let a = call.frame(before), let b = call.frame(after) { return try call.reply(FrameComparison(a, b, options).frame()) }
        return try call.reply(ValueComparison.frame(before, after))
    }
}

extension LuaCall {
    /// The frame that a value is; nil for anything else.
    func frame(_ value: LuaValue) -> Frame? {
        guard case .object(let object) = value, object.type == .frame else { return nil }
        return unsafeDowncast(object.instance, to: FrameObject.self).frame
    }
}
