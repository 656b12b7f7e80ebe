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

    @Test("A report with everything is the page that is kept")
    func golden() throws {
        let text = try page(Sample.report()).text
        _ = try HTMLText(text)
        try GoldenFile("report.html").expect(text)
    }
}
