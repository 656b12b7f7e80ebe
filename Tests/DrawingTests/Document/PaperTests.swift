import Drawing
import Testing

@Suite("Sizes of paper")
struct PaperTests {
    @Test("A4 is as ISO 216 has it, Letter 8.5 by 11 inches, in points of 1/72 inch", arguments: [(Paper.a4, 210 / 25.4, 297 / 25.4), (.letter, 8.5, 11)])
    func sizes(paper: Paper, width: Double, height: Double) {
        #expect(abs(paper.width - width * 72) < 0.001)
        #expect(abs(paper.height - height * 72) < 0.001)
    }

    @Test("A4 is as high as it is wide, times the square root of 2: so its halves have its shape")
    func proportion() {
        #expect(abs(Paper.a4.height / Paper.a4.width - 2.0.squareRoot()) < 0.001)
    }
}
