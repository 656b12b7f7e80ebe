import LuaKit
import LuaSurface

/// What a script asks of whoever runs it.
enum HostModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("scripts", isAboutBooks: false, [options, main])

    private static let options = LuaFunction(
        "script.options",
        [
            .required(
                "declaration", .table,
                "Options by name: {type=, doc=, default=, required=, values=, list=, place=}; types are string, integer, number, decimal, boolean, date, account, symbol, currency, any."
            )
        ],
        returns: "table",
        summary:
            "Declares what a script is given, which --help then tells, and gives the values, checked. options{…} is the same, where tables stand in it. An account or symbol that "
            + "is required and left out is the book's, if it has one only.",
        example: "options{year={type=\"integer\", doc=\"Only of this year.\", default=2014}}.year --> 2014", style: .positional
    ) { call in
        let runtime = call.runtime, declared = try ScriptOption.read(call.argument("declaration"), in: "options")
        let search = runtime.part { OptionSearch() }
        if search.isOn {
            search.found = declared
            throw ExitRequest(code: 0)
        }
        let run = runtime.scripted.running
        return call.reply(try OptionValues(run?.arguments ?? [], for: declared, of: run?.shortName ?? "this", runtime).table())
    }

    private static let main = LuaFunction(
        "script.main", returns: "boolean", summary: "Whether the file that asks is the script that runs, and no module that another file requires.", style: .positional
    ) { call in
        guard let run = call.runtime.scripted.running, let chunk = call.caller?.chunk else { return call.reply(false) }
        return call.reply(Runtime.isChunk(chunk, of: run.name))
    }
}

extension Runtime {
    /// Whether a position's name of a chunk is that of a file; Lua shortens long paths at their beginning.
    public static func isChunk(_ chunk: String, of path: String) -> Bool { chunk == path || chunk.hasPrefix("...") && path.hasSuffix(chunk.dropFirst(3)) }
}
