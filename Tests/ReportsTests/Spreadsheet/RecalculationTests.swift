import Foundation
import Testing
import TestSupport
@testable import Reports

/// Totals as another program calculates them, where LibreOffice is installed; only in the slow tests, since it takes seconds to start.
@Suite("Workbooks recalculated", .enabled(if: SeededRandom.isSlow && Recalculation.program != nil && ReadWorkbook.isPossible, "it needs LUCA_SLOW=1, LibreOffice and openpyxl"))
struct RecalculationTests {
    @Test("LibreOffice calculates the totals that are stored")
    func totals() throws {
        for workbook in [try SpreadsheetSample.holdings().workbook(SpreadsheetSample.options), try SpreadsheetSample.report().workbook(SpreadsheetSample.options)] {
            let bytes = try SheetFile.written(workbook).bytes
            let stored = try ReadWorkbook(bytes), calculated = try ReadWorkbook(try Recalculation.recalculated(bytes))
            var count = 0
            for (before, after) in zip(stored.sheets, calculated.sheets) {
                for (address, cell) in before.cells where !cell.formula.isEmpty {
                    let old = try #require(before.number(address)), new = try #require(after.number(address))
                    #expect(abs(old - new) <= 1e-12 * max(1, abs(old)), "\(before.name) \(address): \(old), \(new)")
                    count += 1
                }
            }
            #expect(count > 0)
        }
    }
}

private enum Recalculation {
    /// LibreOffice, where it is.
    static let program = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The workbook as LibreOffice saves it: through its own format, which keeps no values of formulas that it did not calculate.
    static func recalculated(_ bytes: Data) throws -> Data {
        let folder = try TemporaryFolder(), path = folder.path + "/book.xlsx", out = folder.path + "/out"
        try bytes.write(to: URL(filePath: path))
        _ = try SystemCommand.output(program ?? "", ["-env:UserInstallation=file://\(folder.path)/profile", "--headless", "--convert-to", "xlsx", "--outdir", out, path])
        return try Data(contentsOf: URL(filePath: out + "/book.xlsx"))
    }
}
