import Formats
import Frames
import LuaKit
import LuaSurface
import Sentences
import Values

/// The answer of `import` that is asked what the accounts of a file mean.
enum MeaningsFrame {
    /// One row an account: its name, what it means, what is posted there, and who says so.
    static func make(_ plan: ImportPlan) throws -> Frame {
        var builder = FrameBuilder("accounts of a file", [.text("account").ranked(.deciding), .text("means").ranked(.deciding), .text("holds"), .text("origin")])
        for meaning in plan.meanings {
            try builder.append([
                .text(meaning.account), .text(meaning.meaning), meaning.commodities.isEmpty ? .none : .text(meaning.commodities.joined(separator: " ")),
                .text(meaning.origin.rawValue),
            ])
        }
        return builder.frame()
    }

    /// The same as the call in Lua that says it, to be changed and typed.
    ///
    /// - Parameter options: what was said when it was asked, which the call says again.
    static func text(_ plan: ImportPlan, path: String, _ options: ImportOptions) -> String {
        let lines = plan.meanings.map { "  [\(LuaForm.quoted($0.account))]=\(LuaForm.quoted($0.meaning)),\n" }
        let told = [
            ("format", options.format), ("date_order", options.dateOrder?.rawValue), ("decimal_mark", options.decimalMark.map { $0 == .comma ? "comma" : "point" }),
            ("account", options.account),
            ("currency", options.minorUnit ?? options.currency?.code),
        ].compactMap { name, value in value.map { "\(name)=\(LuaForm.quoted($0)), " } }
        return "import(\(LuaForm.quoted(path)), {\(told.joined())accounts={\n\(lines.joined())}})"
    }

    /// Refuses a question about a file that has no such accounts.
    static func check(_ plan: ImportPlan) throws {
        if plan.meanings.isEmpty {
            throw LuaMisuse(
                "import: accounts= is of books of double entry, and \(plan.file) is read as \(plan.format)", field: "accounts",
                hint: "leave it out; account=\"…\" says the account of rows that name none")
        }
    }
}
