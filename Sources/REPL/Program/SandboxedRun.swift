internal import CLuca
import Frames
internal import Glibc
import LuaKit
import LuaSurface
import Sandbox
import Scripting
import Session
import Storage
import Values

/// `luca run --sandbox FILE`: luca's own side, which never runs a line of the script.
struct SandboxedRun {
    private let request: ScriptRequest
    private let options: LaunchOptions

    init(_ request: ScriptRequest, _ options: LaunchOptions) { (self.request, self.options) = (request, options) }

    /// Runs the script, prints what it prints and what went wrong, and returns the exit code.
    func run() -> Int32 {
        luca_signals_start(luca_interrupt)
        // The script's process gets what was opened, and no passphrase.
        Passphrases.install()
        do {
            let most = SandboxRequest.longestScript
            let text = try request.path == "-" ? FileText.readStandardInput(most: most) : FileText.read(request.path, most: most)
            var permissions = try consent(text)
            // What is only tried leaves nothing behind, whatever is allowed.
            if request.isDryRun { (permissions.records, permissions.folders) = (false, []) }
            let path = try SessionStarter(options).bookPath()
            var options = Book.Options(seenFolder: SessionStarter.seenFolder)
            options.remembers = false
            let book = try BookPlace.open(path, isOffline: self.options.isOffline, options)
            defer { book.close() }
            if let found = book.historyNotice { StandardOutput().remark("notice: \([found.message, found.hint].compactMap(\.self).joined(separator: " "))\n") }
            let broker = SandboxBroker(permissions, script: request.path == "-" ? "stdin" : request.path, limits: request.limits, isStopped: { LuaState.isInterrupted })
            try broker.check()
            var process = try process(text, book: book.path ?? path, permissions)
            process.fulfil = { broker.fulfil($0) }
            let outcome = try book.withImage { image in
                // From here on nothing of luca's lies beside the file, whoever ends it.
                book.close()
                return process.run(on: image)
            }
            if let drafts = broker.drafts {
                StandardOutput().remark("notice: what the script would record is in \(drafts); look at it, then: luca import \(SafeText.shellWord(drafts))\n")
                if let plain = book.plainNotice(of: drafts) { StandardOutput().remark("notice: \(plain)\n") }
            }
            return tell(outcome)
        } catch {
            Launcher.report((error as? Failure) ?? Failure(error, otherwise: "sandbox"), options)
            return (error as? Failure)?.isInterrupted == true ? 130 : 1
        }
    }

    /// What the script may do, after somebody was asked for what it asks for.
    private func consent(_ text: String) throws -> SandboxPermissions {
        let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        return try SandboxConsent(memory: SessionStarter.sandboxMemory).permissions(of: text, named: request.path, given: request.permissions) { question in
            guard canAsk else { return nil }
            StandardOutput().remark("\(question) [y/N] ")
            switch AnswerReader.read() {
            case .line(let answer): return ["y", "yes"].contains(answer.lowercased())
            case .interrupted: throw Failure.interrupted
            case .end, .unreadable: return false
            }
        }
    }

    private func process(_ text: String, book: String, _ permissions: SandboxPermissions) throws -> SandboxProcess {
        var wanted = SandboxRequest(name: request.path == "-" ? "stdin" : request.path, text: text)
        (wanted.arguments, wanted.limits, wanted.isWeak, wanted.isDryRun) = (request.arguments, request.limits, request.isWeak, request.isDryRun)
        wanted.permissions = permissions
        (wanted.book, wanted.today) = (book, options.today ?? "")
        wanted.layout = Self.layout(options)
        #if DEBUG
            wanted.isProbe = environment("LUCA_SANDBOX_PROBE") != nil
        #endif
        var process = SandboxProcess(wanted)
        let (output, errors) = (PipeForward(to: STDOUT_FILENO), PipeForward(to: STDERR_FILENO))
        process.output = { output.take($0) }
        process.errors = { errors.take($0) }
        process.isStopped = { LuaState.isInterrupted }
        process.finish = {
            output.finish()
            errors.finish()
        }
        return process
    }

    private static func layout(_ options: LaunchOptions) -> SandboxRequest.Layout {
        let display = Launcher.display(options, isatty(STDOUT_FILENO) == 1)
        var layout = SandboxRequest.Layout()
        layout.format = display.format.rawValue
        (layout.width, layout.rows) = (display.options.width ?? 0, display.options.maximumRows ?? 0)
        (layout.isPrivate, layout.isUnicode) = (display.options.privacy, display.options.unicode)
        return layout
    }

    private func tell(_ outcome: SandboxOutcome) -> Int32 {
        if let warning = outcome.warning { StandardOutput().remark("warning: \(warning.printable)\n") }
        if let failure = outcome.failure { Launcher.report(Failure(failure), options) }
        return outcome.code
    }
}

/// Hands on what a script's process prints. To a terminal it goes as text whose control characters are spelt out; to a file or a pipe as it is.
///
/// What a reader that is slow, such as a pager, does not take yet is kept meanwhile, so that the script's time is its own.
final class PipeForward {
    private let descriptor: Int32
    private let isTerminal: Bool
    private var waiting: ArraySlice<UInt8> = []
    private var isBroken = false

    init(to descriptor: Int32) { (self.descriptor, isTerminal) = (descriptor, isatty(descriptor) == 1) }

    /// Takes what has come, and writes what can be written without waiting.
    func take(_ bytes: [UInt8]) {
        waiting += bytes
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while !isBroken, poll(&ready, 1, 0) > 0, write(isLast: false, atMost: 4096) {}
    }

    /// Writes the rest.
    func finish() {
        while !isBroken, write(isLast: true, atMost: 1 << 16) {}
    }

    /// Writes a piece that ends where a character ends; false where there is none.
    private func write(isLast: Bool, atMost most: Int) -> Bool {
        var count = min(most, waiting.count)
        // Of a character that goes on, the beginning waits.
        func byte(_ place: Int) -> UInt8 { waiting[waiting.startIndex + place] }
        if count < waiting.count || !isLast { while count > 0, waiting.count > count ? byte(count) & 0xC0 == 0x80 : byte(count - 1) >= 0x80 { count -= 1 } }
        if count == 0 { return false }
        let text = waiting.prefix(count)
        waiting = waiting.dropFirst(count)
        let bytes = isTerminal ? Array(String(decoding: text, as: UTF8.self).printable.utf8) : Array(text)
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if written < 0 && errno == EINTR && !LuaState.isInterrupted { continue }
            guard written > 0 else {
                isBroken = true
                return false
            }
            done += written
        }
        return true
    }
}
