internal import CLuca
import Frames
internal import Glibc
import Session
import Values

/// The settings for books, files and the session itself.
extension ShellSetting {
    static let book: ShellSetting = .init(
        name: "book", argument: "[PATH]", summary: "Opens another book, or tells which one is open.",
        detail: "A path that does not exist becomes a new book. If the book cannot be opened, the one in use stays open.",
        takesFile: true
    ) { (value, session) throws(Failure) in
        if value.isEmpty {
            session.output.note((session.interpreter.bookName ?? "no book is open") + "\n")
            return .done
        }
        try session.interpreter.openBook(at: FilePaths.expanded(value))
        if let notice = session.interpreter.tellUnmadeBook() { session.output.note("notice: \(notice.printable)\n") }
        return .done
    }

    static let edit: ShellSetting = .init(
        name: "edit", argument: "", summary: "Opens the last entry in your editor and runs what you save.",
        detail: "The editor is $VISUAL, $EDITOR or vi. An empty file, or an editor that fails, runs nothing."
    ) { (_, session) throws(Failure) in
        let text = try Editor.edit(session.entryToEdit)
        guard !text.trimmed.isEmpty else { return .done }
        session.output.note(text.trimmedAtEnd + "\n")
        return session.feed(String(text.trimmedAtEnd))
    }

    static let key: ShellSetting = .init(
        name: "key", argument: "PROVIDER", summary: "Asks for the key of a provider of prices, and keeps it outside of every book.",
        detail: "The key is typed after the line, and not shown; no history has it. luca key PROVIDER does the same from a shell."
    ) { (value, session) throws(Failure) in
        let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let provider = words.first else { throw ShellSetting.key.misused("needs the name of a provider") }
        guard words.count == 1, !provider.contains(where: { "=:,".contains($0) }) else {
            throw ShellSetting.key.misused("takes the name of a provider alone: the key is asked for, so that no screen and no history shows it")
        }
        // What is no provider's name may be the key itself, typed in its place.
        do { try ProviderKeys.check(provider) } catch { throw Failure(error, otherwise: "keys") }
        guard session.isInteractive else {
            throw Failure(kind: "keys", message: ".key asks at a terminal", hint: "give the key on standard input: luca key \(provider) < FILE")
        }
        guard let key = try KeyPrompt.ask("Key for \(provider), which is not shown: ") else { return .done }
        let place = try session.interpreter.keepKey(key, for: provider)
        session.output.note("the key for \(provider) is kept in \(place)\n")
        return .done
    }

    static let output: ShellSetting = .init(
        name: "output", argument: "[FILE]", summary: "Writes results to a file; without a name, to the screen again.",
        detail: "A file that is there is replaced, whole or not at all, when results go elsewhere or the session ends. "
            + "Warnings and errors stay on the screen.",
        takesFile: true
    ) { (value, session) throws(Failure) in
        if value.isEmpty {
            try session.output.endRedirection()
        } else {
            let path = FilePaths.expanded(value)
            if let refusal = session.interpreter.refusal(toWrite: path) { throw refusal }
            try session.output.redirect(to: path)
            if let plain = session.interpreter.plainNotice(of: path) { session.output.note("notice: \(plain)\n") }
        }
        return .done
    }

    static let quit: ShellSetting = .init(
        name: "quit", aliases: ["exit", "q"], argument: "", summary: "Leaves luca.",
        detail: "Ctrl-D and the sentences quit and exit do the same. In the middle of an unfinished entry, Ctrl-D drops it first."
    ) { (_, _) throws(Failure) in .leave(0) }

    static let save: ShellSetting = .init(
        name: "save", argument: "FILE", summary: "Writes what ran in this session to a file, as a Lua script.",
        detail: "Sentences are written in their Lua form. An existing file is not overwritten.", takesFile: true
    ) { (value, session) throws(Failure) in
        guard !value.isEmpty else { throw ShellSetting.save.misused("needs the name of a file") }
        let path = FilePaths.expanded(value)
        if let refusal = session.interpreter.refusal(toWrite: path) { throw refusal }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let exists = errno == EEXIST
            throw Failure(
                kind: "file", message: "\(value) cannot be written: \(systemMessage())",
                hint: exists ? "choose another name; .save overwrites nothing" : nil)
        }
        defer { close(descriptor) }
        let entries = session.script
        guard StandardOutput.write(entries.map { $0 + "\n" }.joined(), to: descriptor) else {
            let reason = systemMessage()
            // The file is new, and half a script is of no use.
            unlink(path)
            throw Failure(kind: "file", message: "\(value) could not be written to its end: \(reason)")
        }
        session.output.note("\(entries.count) \(entries.count == 1 ? "entry" : "entries") written to \(value)\n")
        return .done
    }

    static let help: ShellSetting = .init(
        name: "help", argument: "[NAME]", summary: "Lists the settings of the shell, or explains one.",
        detail: "A name that is no setting is looked up in the help of the book's commands and functions."
    ) { (value, session) throws(Failure) in
        func write(_ text: String) {
            session.page(WrappedText.wrapped(text, width: session.output.isFile ? nil : session.width.columns))
        }
        if value.isEmpty {
            write(SettingHelp.overview)
            return .done
        }
        let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
        if let setting = ShellSetting.named(name) {
            write(SettingHelp.detail(of: setting))
        } else if let matches = SettingHelp.matching(name) {
            write(matches)
        } else if let text = session.interpreter.help(value) {
            write(text.hasSuffix("\n") ? text : text + "\n")
        } else {
            throw Failure(kind: "help", message: "there is no help on \(value)", hint: ".help lists the settings, help the rest")
        }
        return .done
    }
}

/// The user's text editor.
private enum Editor {
    /// Opens `text` in the editor and returns what was saved.
    ///
    /// - Throws: if there is no terminal, or if the editor ends with an error, which is how editors say "discard this".
    static func edit(_ text: String) throws(Failure) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(kind: "setting", message: ".edit needs a terminal")
        }
        let folder = environment("TMPDIR") ?? P_tmpdir
        var template = Array("\(folder)/luca-XXXXXX.lua".utf8CString)
        let descriptor = mkstemps(&template, 4)
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        guard descriptor >= 0 else { throw Failure(kind: "file", message: "no file for the editor: \(systemMessage())") }
        defer { unlink(path) }
        let isWritten = StandardOutput.write(text + "\n", to: descriptor)
        close(descriptor)
        guard isWritten else { throw Failure(kind: "file", message: "no file for the editor: \(systemMessage())") }
        let editor = environment("VISUAL") ?? environment("EDITOR") ?? "vi"
        guard run("\(editor) '\(path)'") else {
            throw Failure(kind: "setting", message: "the editor \(editor) ended with an error, so nothing was run")
        }
        return try FileText.read(path)
    }

    /// Runs a command of the system's shell and waits for it; true if it succeeded.
    private static func run(_ command: String) -> Bool {
        // While the editor runs, Ctrl-C is meant for it.
        luca_signals_pause()
        defer { luca_signals_resume() }
        return system(command) == 0
    }
}
