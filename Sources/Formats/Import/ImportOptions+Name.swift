extension ImportOptions {
    /// The file's name without folders.
    var baseName: String { String(fileName.split(separator: "/", omittingEmptySubsequences: true).last ?? "") }

    /// The file's name without folders and extension.
    var stem: String {
        let name = baseName
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
