/// A program beside luca that does one job and ends, such as drawing a picture: it reads a request whole, answers, and is gone.
public struct HelperProgram: Sendable {
    /// Why there is no answer.
    public struct Failure: Error, Hashable, Sendable {
        /// What did not work, in a sentence without a full stop.
        public let message: String
        /// What to do about it; nil where nothing helps.
        public let hint: String?
    }

    /// The name of its file, such as `luca-draw`.
    public let name: String
    /// What it does, for messages: `draws pictures and pages`.
    public let purpose: String
    /// The Debian packages of the libraries that it is linked with.
    public let packages: String
    private let path: String

    /// A program of this name in the folder of the running one, or at another path.
    public init(_ name: String, purpose: String, packages: String, path: String? = nil) {
        (self.name, self.purpose, self.packages) = (name, purpose, packages)
        self.path = path ?? HelperProcess.besideThisProgram(name)
    }

    /// PNG and PDF, by Cairo and Pango.
    public static let draw = HelperProgram("luca-draw", purpose: "draws pictures and lays out pages", packages: "libpangocairo-1.0-0 fonts-dejavu-core")
    /// Workbooks of Excel, by libxlsxwriter.
    public static let sheet = HelperProgram("luca-sheet", purpose: "writes workbooks", packages: "libxlsxwriter4")

    /// Starts the program, hands it a request and waits for all that it answers.
    ///
    /// - Parameters:
    ///   - most: the most bytes of an answer that begins so; asked where more have come than it allowed before. What goes on longer is no answer.
    ///   - stopping: asked ten times a second; an error that it gives, such as that of Ctrl-C, ends the program and is thrown.
    ///   - request: hands the bytes of the request over, piece by piece.
    /// - Throws: `Failure`, and what `stopping` gives and `request` throws.
    public func answer(
        atMost most: (_ beginning: [UInt8]) -> Int, stopping: @escaping () -> (any Error)?, _ request: (_ send: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> [UInt8] {
        guard let helper = HelperProcess(program: path, showsErrors: false) else {
            throw Failure(message: "the program \(name), which \(purpose) for luca, is not there or cannot be started", hint: "it belongs beside luca: \(path)")
        }
        defer { helper.end() }
        do {
            try request { bytes in
                guard try helper.send(bytes, stopping: stopping) else { throw Gone() }
            }
        } catch is Gone {
            // It may have said why, before it read all.
        }
        helper.endInput()
        var answer: [UInt8] = [], allowed = 0
        while true {
            if let error = stopping() { throw error }
            if helper.isReadable(within: 100), !helper.receive(into: &answer) { break }
            if answer.count > allowed {
                allowed = most(answer)
                if answer.count > allowed { throw unreadableAnswer }
            }
        }
        guard !answer.isEmpty else { throw ended(helper) }
        return answer
    }

    /// What whoever cannot read an answer throws.
    public var unreadableAnswer: Failure {
        Failure(message: "the program \(name), which \(purpose) for luca, gave no answer that can be read", hint: "it is of another version than luca: install both anew")
    }

    /// The program read no further.
    private struct Gone: Error {}

    /// Why a program ended before it had answered, by its exit code.
    private func ended(_ helper: HelperProcess) -> Failure {
        // The system's loader ends a program so that lacks a library.
        guard helper.code() == 127 else { return Failure(message: "the program \(name), which \(purpose) for luca, ended before it was done", hint: nil) }
        return Failure(
            message: "the program \(name), which \(purpose) for luca, cannot start, as a library that it needs is missing", hint: "install it: sudo apt-get install \(packages)")
    }
}
