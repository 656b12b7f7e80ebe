/// What a sandboxed script may do beyond reading the book and printing. luca's own process does it, as the script's asks for it.
public struct SandboxPermissions: Sendable, Equatable {
    /// Whether what it records is kept, as drafts.
    public var records = false
    /// The folders that it may write files into.
    public var folders: [String] = []
    /// The machines of the network that it may ask.
    public var hosts: [String] = []

    /// Nothing.
    public init() {}

    /// A word is no permission, in a sentence.
    public struct Mistake: Error {
        /// What is wrong, and which permissions there are.
        public let message: String
    }

    /// The permissions of words: `record`, `write=FOLDER`, `net=HOST`.
    public init(_ words: [String]) throws(Mistake) {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count == 2 ? parts[1] : nil) {
            case ("record", nil): records = true
            case ("write", let folder?) where !folder.isEmpty: folders.append(folder)
            case ("net", let host?) where Self.isHost(host): hosts.append(host.lowercased())
            case ("net", let host?) where !host.isEmpty:
                throw Mistake(
                    message:
                        "\"\(host)\" is no machine of the public network, which alone a script may be let ask: such a machine is called by a name with a point in it, as api.example.com"
                )
            default:
                throw Mistake(message: "there is no permission \"\(word)\"; there are record, write=FOLDER and net=HOST, as in net=api.example.com")
            }
        }
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) } && text.contains(".") && !text.hasPrefix(".")
            // An address in digits is nobody's name, and mostly a machine of one's own network.
            && !text.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// The permissions as words.
    public var words: [String] { (records ? ["record"] : []) + folders.map { "write=\($0)" } + hosts.map { "net=\($0)" } }

    /// Whether nothing is allowed.
    public var isEmpty: Bool { !records && folders.isEmpty && hosts.isEmpty }

    /// What each allows, a sentence each.
    public var sentences: [String] {
        (records ? ["what it records is written into a file here, as drafts that you may look at, import and post (record)"] : [])
            + folders.map { "it may write files into \($0) (write=\($0))" } + hosts.map { "it may ask \($0) over the network, and so tell it what the book holds (net=\($0))" }
    }

    /// The permissions that a script asks for in its head: lines `-- allow: record, net=HOST` in the comment that it begins with.
    public init(askedBy script: String) throws(Mistake) {
        var words: [String] = []
        for line in script.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let text = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            if text.isEmpty || text.hasPrefix("#") { continue }
            guard text.hasPrefix("--") else { break }
            let comment = text.drop { $0 == "-" || $0 == " " }
            guard comment.lowercased().hasPrefix("allow:") else { continue }
            words += comment.dropFirst("allow:".count).split { $0 == "," || $0 == " " || $0 == "\r" }.map(String.init)
        }
        try self.init(words)
    }

    /// Those that are not among others.
    public func beyond(_ others: SandboxPermissions) -> SandboxPermissions {
        var rest = SandboxPermissions()
        rest.records = records && !others.records
        rest.folders = folders.filter { !others.folders.contains($0) }
        rest.hosts = hosts.filter { !others.hosts.contains($0) }
        return rest
    }

    /// Adds others.
    public mutating func add(_ others: SandboxPermissions) {
        records = records || others.records
        folders += others.folders.filter { !folders.contains($0) }
        hosts += others.hosts.filter { !hosts.contains($0) }
    }
}
