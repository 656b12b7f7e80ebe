import Frames
import LuaKit
import Values

/// Frames as text and files.
enum FrameOutput {
    static let methods = [show] + [FrameFormat.csv, .json, .markdown].map(file)

    private static let show = LuaFunction(
        "show",
        [
            .optional("width", .integer, "Columns of text at most; the terminal's."), .optional("rows", .integer, "Rows at most."),
            .optional("mode", .string, "table, csv, json, markdown or line; the one of .mode."),
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
        var format = runtime.format
        if let name = try call.string("mode") {
            guard let chosen = FrameFormat(rawValue: name) else {
                throw call.mismatch("mode", expected: "one of \(FrameFormat.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            format = chosen
        }
        runtime.output(try frame.rendered(as: format, options))
        for warning in frame.warnings { runtime.print("warning: \(warning.message)\n") }
        runtime.cashWatch.noteShown(frame)
        return call.reply(.object(LuaObject(type: .frame, instance: try call.receiverObject(as: FrameObject.self))))
    }

    private static let warned = " Of a frame with warnings the last object is no row but {\"warnings\": [{\"kind\": …, \"message\": …}]}, so that nobody takes its figures for whole; "
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
