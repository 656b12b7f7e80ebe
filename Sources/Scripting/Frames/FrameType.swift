import Frames
import LuaKit
import Values

/// Frames in Lua: what every query gives back.
enum FrameType {
    static let type = LuaType(
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
        methods: FrameSelection.methods + FrameTotals.methods + FrameOutput.methods + FrameProposing.methods,
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "The rows as an aligned table.", style: .positional) { call in
                guard let object = call.object(0, .frame, as: FrameObject.self) else { return call.reply("a closed frame") }
                return call.reply(try object.frame.text())
            },
        ])

    /// Groups of rows, between `by` and what is made of them.
    static let groupsType = LuaType(
        "groups", summary: "Rows grouped by some columns, waiting to be added up.", layout: .object,
        methods: AggregateFunction.allCases.filter { $0 != .count }.map(aggregate) + [count])

    private static func aggregate(_ function: AggregateFunction) -> LuaFunction {
        LuaFunction(
            function.rawValue, (1 ... 8).map { place in
                place == 1 ? .required("column", .column, "A column.") : .optional("column\(place)", .column, "Another column.")
            },
            returns: "frame", summary: "A row a group: its keys, and the \(function.rawValue) of the columns named.",
            example: "trades{}:by(\"symbol\"):\(function.rawValue)(\"quantity\")", style: .positional
        ) { call in
            let groups = try call.receiverObject(as: GroupsObject.self).groups
            let columns = try (0 ..< call.count).map { place in
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
final class WarningObject {
    let warning: FrameWarning

    init(_ warning: FrameWarning) { self.warning = warning }
}

/// Warnings in Lua: `tostring` is the sentence.
enum WarningType {
    static let type = LuaType(
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
            },
        ], isOpen: true)
}
