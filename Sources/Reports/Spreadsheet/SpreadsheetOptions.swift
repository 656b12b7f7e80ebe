public import Frames
public import Values
public import Workbooks

/// How reports and frames are put into a workbook.
public struct SpreadsheetOptions: Sendable {
    /// When the workbook was made: with the same moment the same facts are the same file, to the byte.
    public var created: Instant
    /// What it is printed on.
    public var paper: WorkbookProperties.Paper
    /// How values are shown, and whether amounts are masked.
    public var render: RenderOptions
    /// The folder for what does not fit in memory; empty for the system's own.
    public var temporaryFolder: String
    /// The most rows of a table that one sheet takes; the rest goes on in further sheets.
    var rowsPerSheet = SheetLayout.mostRows - 2_000

    /// Options.
    public init(created: Instant, paper: WorkbookProperties.Paper = .a4, render: RenderOptions = RenderOptions(), temporaryFolder: String = "") {
        (self.created, self.paper, self.render, self.temporaryFolder) = (created, paper, render, temporaryFolder)
    }

    func properties(title: String, subject: String) -> WorkbookProperties {
        WorkbookProperties(title: title, subject: subject, created: created, paper: paper, temporaryFolder: temporaryFolder)
    }
}
