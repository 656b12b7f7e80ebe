import JSON

extension FuzzTarget {
    /// JSON: what reads is written, plain, indented and in ASCII, and each reads the same.
    static let json = FuzzTarget(name: "json") { bytes throws(FuzzFinding) in
        guard let document = try? JSONReader.read(bytes) else { return }
        for text in [document.text(), document.text(indent: 2), document.text(isASCII: true)] {
            try require((try? JSONReader.read(Array(text.utf8))) == document, "a document is not what was written of it: \(text)")
        }
    }
}
