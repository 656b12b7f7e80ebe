import Frames
import LuaKit
import Reports

/// Methods of frames that write them as pages and workbooks.
enum FrameFiles {
    /// The records of these methods.
    static let methods = [ReportForm.html, .pdf, .xlsx].map(file)

    private static func file(_ form: ReportForm) -> LuaFunction {
        LuaFunction(
            form.rawValue, [ReportType.path(of: form)] + ReportType.paper(of: form) + [.optional("title", .string, "What stands above it.", default: "what its rows are")],
            returns: form.isText ? "string|integer" : "integer",
            summary: "The frame as \(form.summary): \(form.isText ? "the text, or " : "")the number of bytes written to a file.", style: .positional
        ) { call in
            let frame = try call.ownFrame(), title = try call.string("title") ?? frame.name
            return try call.write(Report(title: title, sections: [.init(blocks: [.table(frame)])]), as: form)
        }
    }
}
