import Frames
import TestSupport
import Testing
import Values
@testable import Reports

/// A stand-in for SHA-256, so that tests need no library: what is tested is which text is hashed and where the hash stands.
private func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { state = (state ^ UInt64(byte)) &* 1_099_511_628_211 }
    return (0..<32).map { place in UInt8(truncatingIfNeeded: state &* UInt64(2 * place + 1) >> 32) }
}

@Suite("Reports as pages of HTML")
struct PageTests {
    private func page(_ report: Report, _ options: RenderOptions = RenderOptions(), server: PageServer? = nil) throws -> HTMLPage {
        try report.html(PageOptions(options, footer: "luca, 2014-12-31", server: server, hash: hash))
    }

    @Test("A report with everything is the page that is kept")
    func golden() throws {
        let text = try page(Sample.report()).text
        _ = try HTMLText(text)
        try GoldenFile("report.html").expect(text)
    }
}
