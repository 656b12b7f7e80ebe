/// The formats that are written in Lua: those that scripts of the session defined, and those that come with luca.
public struct ScriptedFormats {
    /// Those that scripts defined, which go before luca's own.
    public var own: [ScriptedFormat] = []
    /// The names of those that come with luca.
    public var shippedNames: [String] = []
    /// Reads those that come with luca; asked only for a file that no script and no format of luca's own is certain of.
    public var readShipped: () throws(ImportIssue) -> [ScriptedFormat] = { () throws(ImportIssue) in [] }

    /// None.
    public init() {}

    /// The names of all that read files as a whole, for messages.
    var wholeFileNames: [String] { own.filter { $0.read != nil }.map(\.name) + shippedNames.filter { name in !own.contains { $0.name == name } } }

    /// The file, if one of the formats that come with luca knows it.
    ///
    /// - Parameter opening: what the other formats take it for; nil where none takes it.
    func shipped(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions, instead opening: FileHeader?) throws(ImportIssue) -> ScriptedFile? {
        if shippedNames.isEmpty { return nil }
        if let name = options.format, !shippedNames.contains(name) { return nil }
        // Brokers' headings mean something to the general formats too, but a script or luca's own headings leave no doubt.
        if let opening, opening.isOwn || opening.format is ScriptedFormat || !options.columns.isEmpty { return nil }
        return try ScriptedFile(bytes, options: options, formats: readShipped())
    }
}
