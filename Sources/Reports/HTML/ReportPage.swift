public import Charts
public import Frames
import Values

extension Report {
    /// The report as a page of HTML: one file that holds its style, its pictures and its script, and needs no network.
    ///
    /// It is read in light and dark, on a phone and on paper. Tables are sorted by a click on a heading; under each chart are its figures as a table. What
    /// people wrote stands in it as text, whatever it looks like.
    public func html(_ options: PageOptions) throws(FrameError) -> HTMLPage {
        var page = ReportPage(options)
        try page.write(self)
        return page.finished()
    }
}

extension Frame {
    /// The frame alone as a page of HTML.
    public func html(_ options: PageOptions) throws(FrameError) -> HTMLPage {
        try Report(title: ColumnHeading.words(name), sections: [Report.Section(blocks: [.table(self)])]).html(options)
    }
}

extension Chart {
    /// The chart alone as a page of HTML, with its figures as a table.
    public func html(_ options: PageOptions) throws(FrameError) -> HTMLPage {
        var untitled = data
        untitled.title = ""
        // The page says it already.
        let title = data.title.isEmpty ? ColumnHeading.words(frame.name) : data.title
        return try Report(title: title, sections: [Report.Section(blocks: [.chart(Chart(untitled, of: frame))])]).html(options)
    }
}

/// Writes a report as HTML.
private struct ReportPage {
    private let options: PageOptions
    private let words: ReportWords
    private let policy: ContentPolicy
    private let style: String, script: String
    private var markup = Markup()
    /// How many charts there are so far; it makes the names within their pictures differ.
    private var charts = 0

    /// The most rows of the table under a chart.
    private static let mostRows = 150

    init(_ options: PageOptions) {
        var options = options
        // The page has its own colours and its own way with width.
        (options.rendering.colour, options.rendering.width, options.rendering.unicode) = (false, nil, true)
        self.options = options
        words = ReportWords(options: options.rendering)
        style = PageStyle.sheet(for: options.paper)
        script = PageScript.sorting + (options.server == nil ? "" : PageScript.reloading)
        policy = ContentPolicy(style: style, script: script, isServed: options.server != nil, hash: options.hash)
    }

    func finished() -> HTMLPage { HTMLPage(bytes: markup.bytes, contentSecurityPolicy: policy.inHeader) }

    mutating func write(_ report: Report) throws(FrameError) {
        head(words.title(report.title))
        navigation()
        markup.raw("<main>\n<header>\n")
        markup.element("h1", words.title(report.title))
        markup.element("p", words.title(report.subtitle))
        markup.raw("</header>\n")
        for section in report.sections { try write(section) }
        notes(report.remarks(options.rendering))
        markup.raw("</main>\n")
        if !options.footer.isEmpty {
            markup.raw("<footer>")
            markup.element("p", SafeText.cleaned(options.footer))
            markup.raw("</footer>\n")
        }
        markup.raw("<script>")
        markup.made(script)
        markup.raw("</script>\n</body>\n</html>\n")
    }

    private mutating func head(_ title: String) {
        markup.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
        markup.attribute("content", policy.inPage)
        markup.raw(">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
        markup.raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
        markup.element("title", title.isEmpty ? "Report" : title)
        markup.raw("<style>")
        markup.made(style)
        markup.raw("</style>\n</head>\n<body")
        if let server = options.server, !server.events.isEmpty { markup.attribute("data-events", server.events) }
        markup.raw(">\n")
    }

    private mutating func navigation() {
        guard let server = options.server, !server.links.isEmpty else { return }
        markup.raw("<nav aria-label=\"Reports\">\n")
        for link in server.links {
            markup.raw("<a")
            markup.attribute("href", link.address)
            if link.isCurrent { markup.raw(" aria-current=\"page\"") }
            markup.raw(">")
            markup.text(SafeText.cleaned(link.title))
            markup.raw("</a>\n")
        }
        markup.raw("</nav>\n")
    }

    private mutating func notes(_ remarks: [String]) {
        guard !remarks.isEmpty else { return }
        markup.raw("<section class=\"notes\">\n<h2>Notes</h2>\n<ul>\n")
        for remark in remarks { markup.element("li", remark) }
        markup.raw("</ul>\n</section>\n")
    }
}

extension ReportPage {
    private mutating func write(_ section: Report.Section) throws(FrameError) {
        let heading = words.title(section.heading)
        markup.raw("<section>\n")
        markup.element("h2", heading)
        for piece in section.pieces {
            switch piece {
            case .block(let block): try write(block, of: section, under: heading)
            case .charts(let charts): for row in charts.rows { try write(row, of: section) }
            }
        }
        markup.raw("</section>\n")
    }

    private mutating func write(_ block: Report.Block, of section: Report.Section, under heading: String) throws(FrameError) {
        switch block {
        case .text(let text): markup.element("p", words.sentence(text))
        case .figures(let figures): write(figures)
        case .table(let frame):
            let name = ColumnHeading.words(frame.name)
            try table(frame, label: heading.isEmpty || heading == name ? name : "\(heading): \(name)")
        case .chart(let chart): try write([chart], of: section)
        }
    }

    private mutating func table(_ frame: Frame, label: String) throws(FrameError) {
        try HTMLTable(frame, label: SafeText.cleaned(label), options: options.rendering).write(to: &markup)
    }

    private mutating func write(_ figures: [Report.Figure]) {
        guard !figures.isEmpty else { return }
        // As many in each row, five at most: six stand three and three.
        let rows = (figures.count + 4) / 5, inRow = max((figures.count + rows - 1) / rows, 3)
        markup.raw(inRow == 3 ? "<dl class=\"figures of-3\">\n" : inRow == 4 ? "<dl class=\"figures of-4\">\n" : "<dl class=\"figures of-5\">\n")
        for figure in figures {
            markup.raw("<div class=\"figure\"><dt>")
            markup.text(words.title(figure.name))
            markup.raw("</dt><dd class=\"value")
            let isMasked = options.rendering.privacy && figure.isPrivate
            // A number is not to be broken into two lines, which would be read as two.
            if figure.value.count > 16 { markup.raw(" long") }
            if figure.value.isEmpty { markup.raw(" unknown") }
            if figure.sign != 0 && !isMasked && !figure.value.isEmpty { markup.raw(figure.sign > 0 ? " gain" : " loss") }
            markup.raw("\">")
            markup.text(words.mark(of: figure) + words.value(of: figure))
            markup.raw("</dd>")
            if !figure.note.isEmpty {
                markup.raw("<dd class=\"note\">")
                markup.text(words.note(of: figure))
                markup.raw("</dd>")
            }
            markup.raw("</div>\n")
        }
        markup.raw("</dl>\n")
    }
}

extension ReportPage {
    /// Charts side by side, or one in the whole width.
    private mutating func write(_ row: [Chart], of section: Report.Section) throws(FrameError) {
        markup.raw(row.count > 1 ? "<div class=\"charts\">\n" : "<div class=\"wide\">\n")
        for chart in row { try write(chart, isWide: row.count == 1, of: section) }
        markup.raw("</div>\n")
    }

    /// A chart as a picture, or as two of which a phone shows the narrow one, and its figures.
    private mutating func write(_ chart: Chart, isWide: Bool, of section: Report.Section) throws(FrameError) {
        charts += 1
        markup.raw("<figure>\n")
        if isWide {
            markup.raw("<div class=\"wide-picture\">")
            markup.made(chart.inlinePicture(.wide, prefix: "chart\(charts)-wide", options.rendering))
            markup.raw("</div>\n<div class=\"narrow-picture\">")
        } else {
            markup.raw("<div>")
        }
        markup.made(chart.inlinePicture(.narrow, prefix: "chart\(charts)", options.rendering))
        markup.raw("</div>\n")
        try figures(of: chart, areInTable: section.shows(chart.frame))
        markup.raw("</figure>\n")
    }

    /// The figures of a chart and all that is to be said of it, for those who cannot see it; folded until asked for.
    private mutating func figures(of chart: Chart, areInTable: Bool) throws(FrameError) {
        let figures = chart.frame.rowCount > 0 && !areInTable ? try ChartTable(chart.frame, limit: Self.mostRows) : nil
        let notes = [figures?.note ?? ""] + chart.data.notes
        guard figures != nil || notes.contains(where: { !$0.isEmpty }) else { return }
        markup.raw("<details><summary>")
        markup.raw(figures == nil ? "Notes" : "Figures")
        markup.raw("</summary>\n")
        for note in notes where !note.isEmpty {
            markup.raw("<p class=\"notice\">")
            markup.text(words.sentence(note))
            markup.raw("</p>\n")
        }
        if let figures {
            var rendering = options.rendering
            if figures.frame.rowCount > Self.mostRows { rendering.maximumRows = min(rendering.maximumRows ?? Self.mostRows, Self.mostRows) }
            rendering.totals = figures.note.isEmpty && rendering.totals
            let label = words.title(chart.data.title.isEmpty ? ColumnHeading.words(chart.frame.name) : chart.data.title)
            try HTMLTable(figures.frame, label: "Figures of the chart " + label, options: rendering).write(to: &markup)
        }
        markup.raw("</details>\n")
    }
}
