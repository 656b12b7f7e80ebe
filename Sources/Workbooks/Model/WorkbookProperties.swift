public import Values

/// What a workbook is, and how it is printed.
public struct WorkbookProperties: Hashable, Sendable {
    /// Sizes of paper.
    public enum Paper: UInt8, CaseIterable, Hashable, Sendable {
        /// 210 by 297 millimetres.
        case a4
        /// 8.5 by 11 inches.
        case letter
    }

    /// Its title, as programs show it among the properties of the file.
    public var title: String
    /// Of whom, of what and of when it is.
    public var subject: String
    /// When it was made: the same workbook with the same moment is the same file, to the byte.
    public var created: Instant
    /// What it is printed on.
    public var paper: Paper
    /// Whether rows go to the disk as they come, so that memory does not grow with them.
    public var isLarge: Bool
    /// The folder for what does not fit in memory; empty for the system's own.
    public var temporaryFolder: String

    /// Properties.
    public init(title: String = "", subject: String = "", created: Instant, paper: Paper = .a4, isLarge: Bool = false, temporaryFolder: String = "") {
        (self.title, self.subject, self.created, self.paper) = (title, subject, created, paper)
        (self.isLarge, self.temporaryFolder) = (isLarge, temporaryFolder)
    }
}
