import Charts
import Drawing
import Frames
import Ledger
import LuaKit
import Reports
import Session
import Storage
import Values

/// The Lua type of charts, as `f:chart{}` and `chart(f, {})` make them.
package enum ChartType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "chart", summary: "A picture of a frame, which can be looked at and written to a file.", layout: .object,
        fields: [
            LuaFunction("kind", returns: "string", summary: "The kind of chart.", style: .positional) { call in call.reply(try call.ownChart().chart.data.kind.rawValue) },
            LuaFunction("title", returns: "string", summary: "What it shows, in a line.", style: .positional) { call in call.reply(try call.ownChart().chart.data.title) },
            LuaFunction("notes", returns: "string[]", summary: "What is left out, gathered or unknown, in sentences.", style: .positional) { call in
                call.reply(.list(try call.ownChart().chart.data.notes.map { .string($0) }))
            },
            LuaFunction("empty", returns: "boolean", summary: "Whether there is nothing to show, as of a frame without rows or without figures.", style: .positional) { call in
                call.reply(try call.ownChart().chart.data.isEmpty)
            },
            LuaFunction("frame", returns: "frame", summary: "The frame it was made of.", style: .positional) { call in try call.reply(call.ownChart().chart.frame) },
        ],
        methods: [show, svg, png, pdf, html],
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "The picture as text.", style: .positional) { call in
                guard let object = call.object(0, .chart, as: ChartObject.self) else { return call.reply("a closed chart") }
                return call.reply(call.runtime.shown(object))
            }
        ])

    /// `f:chart{}`, a method of frames.
    static let method = LuaFunction(
        "chart", ChartArguments.parameters, returns: "chart", summary: "A picture of the frame; without options, of the kind that fits its columns.",
        example: "holdings{}:chart{kind=\"bar\", x=\"symbol\", y=\"market_value\"}.kind --> bar"
    ) { call in
        let own = try call.receiverObject(as: FrameObject.self)
        return call.reply(try chart(of: own.frame, ChartArguments(call), call))
    }

    /// `chart(f, {})`, the same as a function.
    package static let function = LuaFunction(
        "chart", [.required("frame", .frame, "What is drawn."), .optional("options", .table, "As those of frame:chart.")], returns: "chart",
        summary: "A picture of a frame; frame:chart{…} is the same.", example: "chart(income{}:by(\"year\"):sum(\"amount\")).kind --> bar", style: .positional
    ) { call in
        guard let frame = call.runtime.frame(try call.argument(0)) else { throw call.mismatch(0) }
        return call.reply(try chart(of: frame, ChartArguments(fields: call.argument(1), of: call.name), call))
    }

    /// Reads a chart from a frame.
    private static func chart(of frame: Frame, _ arguments: ChartArguments, _ call: LuaCall) throws -> ChartObject {
        let size = try arguments.size()
        var options = try arguments.options()
        // Years, quarters and months are had of dates, as they are for grouping.
        let frame = try frame.deriving([options.x, options.by].compactMap { $0 } + options.y)
        let object: ChartObject
        do {
            object = try self.object(frame, options, size, call)
        } catch let error as FrameError where error.kind == .mixedCurrencies {
            // What is proposed is the currency of the book, which is not read for anything else.
            options.currency = try? call.book().ledger.policy.baseCurrency
            object = try self.object(frame, options, size, call)
        }
        // The chart may be shown when the branch that its frame was made in is undone.
        if !call.runtime.running.branches.isEmpty { try frame.settle() }
        return object
    }

    private static func object(_ frame: Frame, _ options: ChartOptions, _ size: (width: Int?, height: Int?), _ call: LuaCall) throws -> ChartObject {
        ChartObject(try Chart(frame, options, writing: call.runtime.filing), width: size.width, height: size.height)
    }

    private static let show = LuaFunction("show", returns: "chart", summary: "Prints the chart, and gives it back.", example: "cash{}:chart{}:show().kind --> bar") { call in
        let object = try call.ownChart()
        call.runtime.console.output(call.runtime.shown(object) + "\n")
        call.runtime.told.shown = .object(object)
        return call.reply(.object(LuaObject(type: .chart, instance: object)))
    }

    private static let svg = LuaFunction(
        "svg", [.optional("path", .path, "The file to write; without it the text is given back.")], returns: "string|integer",
        summary: "The chart as SVG, for pages and for print: the text, or the number of bytes written to a file.",
        example: "#cash{}:chart{}:svg() > 0 --> true", style: .positional
    ) { call in
        let text = try call.ownChart().scene(call.runtime.layout).svg()
        guard let path = try call.string("path") else { return call.reply(text) }
        try call.checkName(path, of: "svg", endings: ["svg"])
        return call.reply(try call.runtime.files.write(path, bytes: Array(text.utf8)))
    }

    private static let png = LuaFunction(
        "png", [.required("path", .path, "The file to write."), .optional("scale", .integer, "Dots for each point, 1 to 8.", default: "2")], returns: "integer",
        summary: "Writes the chart as a PNG picture; gives the number of bytes.", style: .positional
    ) { call in
        let scale = try call.integer("scale") ?? 2
        guard (1...8).contains(scale) else { throw call.mismatch("scale", expected: "from 1 to 8") }
        return try call.write(.png(call.ownChart().scene(call.runtime.layout), scale: Double(scale)))
    }

    private static let pdf = LuaFunction(
        "pdf", [.required("path", .path, "The file to write.")], returns: "integer", summary: "Writes the chart as a PDF of its size; gives the number of bytes.",
        style: .positional
    ) { call in
        let scene = try call.ownChart().scene(call.runtime.layout)
        return try call.write(.pdf(scene, FileDetails(subject: scene.title, created: call.runtime.today.description)))
    }

    private static let html = LuaFunction(
        "html", [ReportType.path(of: .html)] + ReportType.paper(of: .html), returns: "string|integer",
        summary: "The chart as a page for browsers, with its figures as a table: the text, or the number of bytes written to a file.", style: .positional
    ) { call in
        let chart = try call.ownChart().chart
        return try call.write(Report(title: chart.data.title, sections: [.init(blocks: [.chart(chart)])]), as: .html)
    }
}

/// A chart as Lua holds it.
package final class ChartObject {
    /// The chart.
    package let chart: Chart
    /// The size that a script asked for, in points or in cells of a terminal; nil for the usual.
    let width: Int?, height: Int?

    /// A chart for Lua to hold.
    init(_ chart: Chart, width: Int?, height: Int?) { (self.chart, self.width, self.height) = (chart, width, height) }

    /// The picture, of the size that was asked for.
    func scene(_ options: RenderOptions) -> Scene {
        chart.scene(width: width.map(Double.init) ?? Chart.usualWidth, height: height.map(Double.init) ?? Chart.usualHeight, writing: options)
    }
}

extension LuaCall {
    /// The chart that the method was called on.
    func ownChart() throws -> ChartObject { try receiverObject(as: ChartObject.self) }

    /// A reply with a chart.
    fileprivate func reply(_ chart: ChartObject) -> LuaReply { reply(.object(LuaObject(type: .chart, instance: chart))) }

    /// Has a request drawn, and writes the answer to the file of the argument `path`.
    fileprivate func write(_ request: DrawingRequest) throws -> LuaReply {
        guard let path = try string("path") else { return .nothing }
        try checkName(path, of: name, endings: [name])
        return reply(try runtime.write(path, drawing: request))
    }
}

extension Runtime {
    /// A chart as the prompt shows it.
    func shown(_ object: ChartObject) -> String {
        var options = layout
        if let width = object.width { options.width = min(width, options.width ?? width) }
        return object.chart.text(options, height: object.height, rows: console.lines())
    }
}

extension LuaParameterType {
    /// A frame.
    fileprivate static let frame = LuaParameterType("frame", phrase: "a frame such as holdings{}", accepts: .object)
}
