import Charts
import Drawing
import Foundation
import Frames
import TestSupport
import Testing
import Values
@testable import Reports

@Suite("Reports as pages of HTML")
struct PageTests {
    private func page(_ report: Report, _ options: RenderOptions = RenderOptions(), server: PageServer? = nil) throws -> HTMLPage {
        try report.html(PageOptions(options, footer: "luca, 2014-12-31", server: server, hash: SHA256.hash))
    }

    @Test("A report with everything is the page that is kept, and every tag is closed")
    func golden() throws {
        let text = try page(Sample.report()).text
        _ = try HTMLText(text)
        // Pictures have tests of their own.
        let parts = text.components(separatedBy: "<svg ")
        #expect(parts.count == 7, "two of four charts in two sizes, and a sentence for the one without rows")
        let bare = parts[0] + parts.dropFirst().map { "<svg></svg>" + $0.components(separatedBy: "</svg>").dropFirst().joined() }.joined()
        try GoldenFile("report.html").expect(bare)
    }

    @Test("A page without charts is the page that is kept, in another locale and without amounts")
    func tables() throws {
        var options = RenderOptions(privacy: true)
        options.locale = LocaleFormat(named: "de_DE")!
        let report = Report(title: "Holdings", sections: [.init(heading: "All", blocks: [.table(Sample.holdings()), .table(Sample.empty())])])
        try GoldenFile("private.html").expect(try page(report, options).text)
    }

    @Test("The policy names the hashes of the one style and the one script, and no attribute runs or styles anything", arguments: [false, true])
    func policy(isServed: Bool) throws {
        let server = isServed ? PageServer(events: "/t/events?since=1", links: [.init(title: "Home & <more>", address: "/t/\"home\"", isCurrent: true)]) : nil
        let page = try page(Sample.report(), server: server), html = try HTMLText(page.text)
        #expect(html.styles.count == 1 && html.scripts.count == 1)
        func source(_ text: String) -> String { "'sha256-\(ContentPolicy.base64(SHA256.hash(Array(text.utf8))))'" }
        let told = try #require(html.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?.attributes["content"])
        let directives = told.split(separator: ";").map { String($0.trimmed) }
        #expect(directives.contains("default-src 'none'") && directives.contains("style-src \(source(html.styles[0]))"))
        #expect(directives.contains("script-src \(source(html.scripts[0]))"))
        #expect(directives.contains("connect-src 'self'") == isServed)
        #expect(page.contentSecurityPolicy == told + "; frame-ancestors 'none'")
        for tag in html.tags {
            #expect(!tag.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") || $0 == "src" }, "\(tag)")
            if let address = tag.attributes["href"], !address.hasPrefix("#") { #expect(isServed && address == "/t/\"home\"", "\(tag)") }
        }
        #expect(html.tags.contains { $0.attributes["data-events"] == "/t/events?since=1" } == isServed)
    }

    @Test("Base64 after RFC 4648, section 10, and SHA-256 after FIPS 180-4")
    func hashes() {
        let pairs = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy")]
        for (text, told) in pairs { #expect(ContentPolicy.base64(Array(text.utf8)) == told) }
        #expect(ContentPolicy.base64(SHA256.hash(Array("abc".utf8))) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }

    @Test("Whatever people wrote stands in the page as text")
    func escaping() throws {
        var random = SeededRandom.forTest()
        let signs = ["<", ">", "&", "\"", "'", "</script>", "<!--", "]]>", "&amp;", "\u{0}", "\u{1B}[31m", "\u{202E}", "=1+1", "日本", "🙂", "a", " ", "{", "javascript:", "--", "`"]
        func text() -> String { (0..<random.int(1...8)).map { _ in random.pick(signs) }.joined() }
        for _ in 0..<SeededRandom.rounds(60) {
            let names = (0..<3).map { _ in text() }
            var builder = FrameBuilder(text(), [.text("x" + names[0]), .text("y" + names[1])])
            try builder.append([.text(names[0]), .text(names[2])])
            builder.add(warning: "no_price", text())
            let frame = builder.frame(), tags = try HTMLText(page(Sample.report(of: Sample.empty())).text).tags.map(\.name)
            let report = Report(
                title: text(), subtitle: text(),
                sections: [.init(heading: text(), blocks: [.text(text()), .table(frame), .figures([.init(name: text(), value: text(), note: text())])])], notes: [text()])
            let read = try HTMLText(page(report).text)
            let ours: Set = ["h2", "dl", "dt", "dd", "div", "ul", "li", "section", "tr", "td", "table", "caption", "th", "thead", "tbody", "p"]
            #expect(Set(read.tags.map(\.name)).subtracting(tags).isSubset(of: ours))
            #expect(read.scripts.count == 1)
            for name in names where name.unicodeScalars.allSatisfy({ !SafeText.isUnsafe($0) }) { #expect(read.text.contains(name), "\(name)") }
        }
    }

    @Test("A cell tells the exact value behind its text, nothing where there is no value, and none where amounts are masked")
    func values() throws {
        let cells = try HTMLText(page(Sample.report(of: Sample.holdings())).text).tags.filter { $0.name == "td" }
        let values = cells.compactMap { $0.attributes["data-v"] }
        #expect(values.contains("300.3125") && values.contains("484.294871") && values.contains("300000") && values.count { $0.isEmpty } == 5)
        let masked = try HTMLText(page(Sample.report(of: Sample.holdings()), RenderOptions(privacy: true)).text)
        #expect(Set(masked.tags.compactMap { $0.attributes["data-v"] }) == ["", "484.294871", "-3.9484", "0"])
        // Account, symbol, name, currency, percentage and day can be sorted by.
        #expect(masked.tags.count { $0.attributes.keys.contains("data-sort") } == 6)
    }

    @Test("No amount is in a page whose amounts are masked, nor in its pictures; percentages are")
    func privacy() throws {
        let open = try page(Sample.report()).text, masked = try page(Sample.report(), RenderOptions(privacy: true)).text
        let amounts = ["325,408", "3,857", "12,004", "1,500", "201,823", "201823", "325,513", "1,511", "300.3", "250.00", "202k", "326k", ">200<", "223,500"]
        for amount in amounts { #expect(open.contains(amount) && !masked.contains(amount), "\(amount)") }
        for percentage in ["-3.6%", "62.00%", "5.80%", "Shares 62.0%"] { #expect(open.contains(percentage) && masked.contains(percentage), "\(percentage)") }
    }

    @Test("A table of which only some rows are shown cannot be sorted, since they are not the first of all in another order")
    func someRows() throws {
        let text = try HTMLText(page(Sample.report(of: Sample.holdings()), RenderOptions(maximumRows: 2)).text)
        #expect(!text.tags.contains { $0.attributes.keys.contains("data-sort") } && text.text.contains("… 2 more rows"))
    }

    @Test("A frame and a chart alone are pages of their names")
    func alone() throws {
        let options = PageOptions(hash: SHA256.hash)
        #expect(try Sample.holdings().html(options).text.contains("<h1>Holdings</h1>"))
        #expect(try Sample.chart(Sample.classes(), .bar, "A <chart>").html(options).text.contains("<h1>A &lt;chart&gt;</h1>"))
    }
}
