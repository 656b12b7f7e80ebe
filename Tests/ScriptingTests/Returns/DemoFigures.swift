import Foundation
import Testing

/// The figures that `Python/figures.py` made of the demo book's files, by part of the book.
struct DemoFigures {
    let values: [String: Double]

    init(of part: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/figures.csv").path
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        values = Dictionary(uniqueKeysWithValues: try rows.filter { $0[0] == part }.map { ($0[1], try #require(Double($0[2]))) })
    }

    /// Compares a figure to nine digits: both sides add up what their numbers allow.
    func check(_ name: String, _ text: String, _ location: SourceLocation = #_sourceLocation) {
        guard let expected = values[name], let figure = Double(text) else {
            Issue.record("\(name): \(values[name].map(String.init(describing:)) ?? "no such figure") and \(text)", sourceLocation: location)
            return
        }
        #expect((figure - expected).magnitude <= 1e-9 * max(expected.magnitude, 1), "\(name)", sourceLocation: location)
    }
}
