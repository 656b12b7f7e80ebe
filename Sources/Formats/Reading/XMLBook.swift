import XML

/// Reads the books of other programs that are XML, of which not all is held.
enum XMLBook {
    /// The elements of a book that are kept, read in the first pass over it.
    ///
    /// - Parameters:
    ///   - depth: how deep elements may stand in one another. Nothing that reads them calls itself for each, so that only memory bounds it.
    ///   - hint: what to do about a book that is not whole.
    ///   - keeps: asked where an element ends whether it is kept.
    /// - Throws: `badXML`, and `cancelled` where the import is ended.
    static func tree(
        _ bytes: UnsafeBufferPointer<UInt8>, _ progress: inout TextProgress, depth: Int = XMLBounds.book.depth, hint: String, keeps: (XMLTree, Int) -> Bool
    ) throws(ImportIssue) -> XMLTree {
        var telling = progress, stop: ImportIssue?
        defer { progress = telling }
        do throws(XMLFault) {
            return try XMLReader.tree(
                bytes, within: XMLBounds(bytes: XMLBounds.book.bytes, parts: XMLBounds.book.parts, depth: depth),
                progress: { done in
                    do throws(ImportIssue) { try telling.report(0, done) } catch { stop = error }
                    return stop == nil
                }, keeps: keeps)
        } catch {
            if let stop { throw stop }
            throw ImportIssue(.badXML, line: error.line, message: "it is no XML that is read: \(error.message)", hint: error.kind == .malformed ? hint : "")
        }
    }
}
