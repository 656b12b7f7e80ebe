import REPL
import Testing

@Suite("The file that --output names")
struct OutputFileTests {
    @Test("A picture is written by the sentence that draws it; of other answers, and of reports, it is said how one is made")
    func pictures() {
        for path in ["c.svg", "My Chart.PNG"] {
            let request = SentenceRequest(words: ["chart", "income", "by", "year"], output: path)
            #expect(SentenceRequest.problem(withOutput: path, of: request.words) == nil)
            #expect(request.words == ["chart", "income", "by", "year", "to", path] && request.output == nil)
        }
        #expect(SentenceRequest(words: ["chart", "income"], output: "c.pdf").output == "c.pdf")
        #expect(SentenceRequest(words: ["income", "2014"], output: "c.svg").output == "c.svg")
        #expect(SentenceRequest.problem(withOutput: "c.svg", of: ["income", "2014"]) == "--output c.svg: a picture is made by chart: luca chart income 2014 to c.svg")
        #expect(ReportRequest.problem(withOutput: "c.svg")?.hasSuffix("a picture is made of a question: luca chart income by year to c.svg") == true)
        #expect(SentenceRequest.problem(withOutput: "c.foo", of: ["income"])?.hasSuffix("its name ends in .pdf, .xlsx, .html, .md or .txt") == true)
        #expect(SentenceRequest.problem(withOutput: "c.xlsx", of: ["income"]) == nil)
    }
}
