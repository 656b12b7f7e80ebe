import Testing

/// A place in the source tree that breaks a rule of the house.
struct Finding: Equatable, CustomStringConvertible {
    var path: String
    var line: Int
    var message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// Records each finding as an issue of its own, so that one run names every place.
func expectNone(_ findings: [Finding]) {
    for finding in findings {
        // An identifier of a file names its module, too; without one the runner ends.
        let place = SourceLocation(fileID: "luca/" + finding.path, filePath: finding.path, line: finding.line, column: 1)
        Issue.record(Comment(rawValue: finding.description), sourceLocation: place)
    }
}
