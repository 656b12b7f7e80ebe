import Charts
package import Drawing
import FoundationEssentials
import Frames
import HelperPrograms
package import LuaKit
package import Reports
import Session
import Storage
import Values
import Workbooks

/// Reports and pictures as files.
extension Runtime {
    /// Writes a report to a file, and gives the number of bytes. What the form has no place for is told in a notice.
    package func write(_ report: Report, as form: ReportForm, to path: String, paper: Paper = .a4) throws -> Int {
        try files.checkWriting(path)
        let count: Int
        switch form {
        case .text, .markdown, .html: count = try files.write(path, text(of: report, as: form))
        case .pdf:
            let details = FileDetails(subject: report.subtitle, created: today.description)
            count = try write(path, drawing: .documentPDF(report.printed(paper: paper, details: details, filing)))
        case .xlsx: count = try write(path, workbook: report.workbook(filing, created: today))
        }
        for sentence in report.leftOut(for: form) { notice(sentence) }
        return count
    }

    /// A report as text in a form that is one.
    package func text(of report: Report, as form: ReportForm) throws -> String {
        switch form {
        case .text: try report.text(filing)
        case .markdown: try report.markdown(filing)
        case .html: try report.html(filing)
        case .pdf, .xlsx: preconditionFailure("\(form.rawValue) is no text")
        }
    }

    /// How figures stand in files: not cut to the terminal, and without its colours; masked where it is asked for.
    private var filing: RenderOptions {
        var options = layout
        (options.width, options.widening, options.colour, options.unicode, options.maximumRows) = (nil, nil, false, true, nil)
        return options
    }

    /// The report that a value is: a frame, a chart or a text is one of that alone.
    ///
    /// - Throws: a misuse for what cannot be read, such as nil.
    package func report(of value: LuaValue, titled title: String) throws -> Report {
        let block: Report.Block
        switch value {
        case .object(let object) where object.type == .report: return unsafeDowncast(object.instance, to: ReportObject.self).report
        case .object(let object) where object.type == .frame: block = .table(unsafeDowncast(object.instance, to: FrameObject.self).frame)
        case .object(let object) where object.type == .chart: block = .chart(unsafeDowncast(object.instance, to: ChartObject.self).chart)
        case .none: throw LuaMisuse("the report \(title) gave nothing to write", hint: "its function returns a report, a frame, a chart or a text")
        case .boolean, .integer, .number, .string, .boxed, .object, .table, .function, .reference, .other: block = .text(try shown(value))
        }
        return Report(title: title, sections: [Report.Section(blocks: [block])])
    }
}
