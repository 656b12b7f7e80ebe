import Frames
import LuaKit
import Session
import Storage
import Values

/// The Lua type of frames, which every query gives back.
package enum FrameType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "frame", summary: "A table of typed columns, the answer of every query; it computes nothing until asked.", layout: .tabular,
        fields: [
            LuaFunction("name", returns: "string", summary: "What its rows are.", style: .positional) { call in
                call.reply(try call.ownFrame().name)
            },
            LuaFunction("warnings", returns: "warning[]", summary: "What was missing or doubtful: a list with a kind and a message each.", style: .positional) { call in
                call.reply(.list(try call.ownFrame().warnings.map { .object(LuaObject(type: .warning, instance: WarningObject($0))) }))
            },
            LuaFunction("policies", returns: "table", summary: "The settings that shaped it, by name.", style: .positional) { call in
                call.reply(.table(try call.ownFrame().policies.map { LuaPair(.string($0.name), .string($0.value)) }))
            },
        ],
        methods: FrameSelection.methods + FrameTotals.methods + FrameOutput.methods + [ChartType.method] + FrameFiles.methods + FrameProposing.methods,
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "The rows as an aligned table.", style: .positional) { call in
                guard let object = call.object(0, .frame, as: FrameObject.self) else { return call.reply("a closed frame") }
                return call.reply(try object.frame.text())
            }
        ], change: "frame:with(\"name\", function(row) … end) gives a frame with another column")

    /// The Lua type of grouped rows, as `by` gives them for `sum` and the like.
    package static let groupsType = LuaType(
        "groups", summary: "Rows grouped by some columns, waiting to be added up.", layout: .object,
        methods: AggregateFunction.allCases.filter { $0 != .count }.map(aggregate) + [count])

    /// The names of the methods of frames and groups that take names of columns, as their records say.
    package static let columnMethods = Set(
        (type.methods + groupsType.methods).filter { method in
            method.parameters.contains { ["column", "columns", "condition"].contains($0.type.name) }
        }.map(\.name))

    private static func aggregate(_ function: AggregateFunction) -> LuaFunction {
        LuaFunction(
            function.rawValue,
            (1...8).map { place in
                place == 1 ? .required("column", .column, "A column.") : .optional("column\(place)", .column, "Another column.")
            },
            returns: "frame", summary: "A row a group: its keys, and the \(function.rawValue) of the columns named.",
            example: "trades{}:by(\"symbol\"):\(function.rawValue)(\"quantity\")", style: .positional
        ) { call in
            let groups = try call.receiverObject(as: GroupsObject.self).groups
            let columns = try (0..<call.count).map { place in
                guard case .string(let name) = try call.argument(place) else { throw call.mismatch(0) }
                return name
            }
            return try call.reply(try groups.aggregate(function, columns))
        }
    }

    private static let count = LuaFunction(
        "count", returns: "frame", summary: "A row a group: its keys and how many rows it has.",
        example: "trades{}:by(\"symbol\"):count()", style: .positional
    ) { call in
        try call.reply(try call.receiverObject(as: GroupsObject.self).groups.counted())
    }
}

/// A warning of a frame, as Lua holds it.
package final class WarningObject {
    /// The warning.
    let warning: FrameWarning

    /// A warning for Lua to hold.
    init(_ warning: FrameWarning) { self.warning = warning }
}

/// The Lua type of warnings; `tostring` gives the sentence.
package enum WarningType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "warning", summary: "What was missing or doubtful in a result.", layout: .object,
        fields: [
            LuaFunction("kind", returns: "string", summary: "What it is, for scripts to compare with.", style: .positional) { call in
                call.reply(try call.receiverObject(as: WarningObject.self).warning.kind)
            },
            LuaFunction("message", returns: "string", summary: "What it is, in a sentence.", style: .positional) { call in
                call.reply(try call.receiverObject(as: WarningObject.self).warning.message)
            },
        ],
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "Its sentence.", style: .positional) { call in
                call.reply(call.object(0, .warning, as: WarningObject.self)?.warning.message ?? "a warning")
            }
        ], isOpen: true)
}

/// Methods of frames that give them out as text and files.
private enum FrameOutput {
    /// The records of these methods.
    static let methods = [show] + [FrameFormat.csv, .json, .markdown].map(file)

    private static let show = LuaFunction(
        "show",
        [
            .optional("width", .integer, "Columns of text at most; the terminal's."), .optional("rows", .integer, "Rows at most."),
            .optional("mode", .string, "auto, table, csv, json, markdown or line; the one of .mode."),
        ],
        returns: "frame", summary: "Prints the frame, and gives it back.", example: "cash{}:show{rows=3}"
    ) { call in
        let frame = try call.ownFrame(), runtime = call.runtime
        var options = runtime.layout
        if let width = try call.integer("width") {
            guard width > 0 else { throw call.mismatch("width", expected: "one or more") }
            (options.width, options.widening) = (width, nil)
        }
        if let rows = try call.integer("rows") {
            guard rows >= 0 else { throw call.mismatch("rows", expected: "zero or more") }
            options.maximumRows = rows
        }
        var format = runtime.console.format
        if let name = try call.string("mode") {
            guard let chosen = FrameFormat(rawValue: name) else {
                throw call.mismatch("mode", expected: "one of \(FrameFormat.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            format = chosen
        }
        runtime.console.output(try frame.rendered(as: format, options))
        for warning in frame.warningLines(inBook: "warnings{prices=true}", inFrame: "the frame's warnings") { runtime.print("warning: \(warning)\n") }
        runtime.told.cash.noteShown(frame)
        let object = try call.receiverObject(as: FrameObject.self)
        runtime.told.shown = .object(object)
        return call.reply(.object(LuaObject(type: .frame, instance: object)))
    }

    private static let warned =
        " Of a frame with warnings the last object is no row but {\"warnings\": [{\"kind\": …, \"message\": …}]}, so that nobody takes its figures for whole; "
        + "who reads rows alone passes over it, and frame.warnings has the same."

    private static func file(_ format: FrameFormat) -> LuaFunction {
        LuaFunction(
            format.rawValue, [.optional("path", .path, "The file to write; without it the text is given back.")],
            returns: "string|integer", summary: "The frame as \(format.summary): the text, or the number of bytes written to a file.\(format == .json ? warned : "")",
            example: "#cash{}:\(format.rawValue)() > 0 --> true", style: .positional
        ) { call in
            let frame = try call.ownFrame()
            var options = RenderOptions()
            options.currencies = call.runtime.layout.currencies
            guard let path = try call.string("path") else { return call.reply(try frame.rendered(as: format, options)) }
            return call.reply(try call.runtime.files.write(path) { sink in try frame.write(as: format, options, to: sink) })
        }
    }
}

/// `apply` and `preview`: carrying out what a frame proposes, or showing what would come of it.
private enum FrameProposing {
    /// The records of these methods.
    static let methods = [apply, preview]

    private static let apply = LuaFunction(
        "apply",
        [
            .optional("date", .date, "The day of what is recorded.", default: "the day that was asked about"),
            .optional("status", .string, "posted, or draft for what waits for approval.", default: "\"posted\""),
            .optional("from", .account, "The account that pays, where money is moved and not brought in."),
            .optional("deposit", .boolean, "Whether the money that comes in, or is taken out, is recorded too.", default: "false"),
        ],
        returns: "frame", summary: "Records what the frame proposes, as one act, and gives back what was recorded.",
        example: "tier{name=\"Buffer\", target=99999, accounts={\"Savings\"}} return allocate(500):apply{}:count() --> 1"
    ) { call in
        let proposal = try proposal(call)
        return try call.reply(
            proposal.basis.book.transaction {
                try proposal.basis.check()
                return try proposal.apply(call)
            })
    }

    private static let preview = LuaFunction(
        "preview", returns: "frame", summary: "Shows how things stand before and after what the frame proposes, and records nothing.",
        example: "tier{name=\"Buffer\", target=99999, accounts={\"Savings\"}} return allocate(500):preview():count() --> 1"
    ) { call in try call.reply(proposal(call).preview(call)) }

    private static func proposal(_ call: LuaCall) throws -> any FrameProposal {
        let object = try call.receiverObject(as: FrameObject.self)
        if let proposal = object.proposal { return proposal }
        switch object.lostProposal {
        case .undone:
            throw LuaMisuse(
                "\(call.name): \(object.frame.name) was worked out in a what-if or a transaction that is undone, and cannot be carried out",
                hint: "ask for it anew outside of that",
                kind: "nothing_proposed")
        case .changed:
            throw LuaMisuse(
                "\(call.name): the rows of \(object.frame.name) are not as they came", hint: "only the whole of what allocate and rebalance give can be carried out",
                kind: "nothing_proposed")
        case nil: break
        }
        throw LuaMisuse(
            "\(call.name): the frame \(object.frame.name) proposes nothing", hint: "what allocate and rebalance give can be applied, as long as its rows are as they came",
            kind: "nothing_proposed")
    }
}
