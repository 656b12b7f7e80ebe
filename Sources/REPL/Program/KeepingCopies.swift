import Frames
internal import Glibc
import LuaSurface
import Scripting
import Sentences
import Session
import Values

/// A copy of the book: `luca backup`.
public struct BackupRequest: Sendable, Equatable {
    /// Where it goes; nil for a dated one in the folder for backups.
    public var path: String?
    /// A folder that must be there and gets a dated copy too, as one on another disk.
    public var secondFolder: String?
    /// Whether that folder is the second one of this machine from now on.
    public var remembers: Bool

    /// A copy at a path, or where copies go.
    public init(path: String? = nil, secondFolder: String? = nil, remembers: Bool = false) {
        (self.path, self.secondFolder, self.remembers) = (path, secondFolder, remembers)
    }
}

/// A backup in the place of the book: `luca restore`.
public struct RestoreRequest: Sendable, Equatable {
    /// Its name or path; nil for the list of those that there are.
    public var backup: String?
    /// Whether the book that is there is replaced without a question.
    public var isForced: Bool
    /// Whether nothing is restored, and the latest ones are tried.
    public var isRehearsal: Bool

    /// A backup by its name or path.
    public init(_ backup: String? = nil, isForced: Bool = false, isRehearsal: Bool = false) {
        (self.backup, self.isForced, self.isRehearsal) = (backup, isForced, isRehearsal)
    }
}

/// What the program does with copies of the book.
extension LucaProgram {
    /// Copies the book, without a path into the folder of rolling backups, and tells where: `luca backup [PATH]`. 1 where the copy in the second folder fails; the
    /// first is there then.
    public func backup(_ request: BackupRequest, _ options: LaunchOptions) -> Int32 {
        let named = request.path.flatMap { $0.hasSuffix(".luca") && FilePaths.exists(FilePaths.expanded($0)) ? SafeText.shellWord($0) : nil }
        let meant = named.map { "\($0) would be the place of the copy; to copy that book: luca backup --book \($0)" }
        return SessionStarter(options).runOnExistingBook(orElse: meant) { interpreter in
            let runtime = interpreter.runtime
            StandardOutput().tell("\(try runtime.backUp(to: request.path, alsoIn: request.secondFolder))\n")
            guard let folder = request.secondFolder else { return 0 }
            StandardOutput().tell("\(try runtime.backUp(toSecond: folder))\n")
            if request.remembers { try runtime.rememberSecondFolder(folder) }
            return 0
        }
    }

    /// Puts a backup in the place of the book: `luca restore BACKUP`. In the place of one that is there only where somebody says so, by a word or in answer to the
    /// question that follows what would be lost. Without a backup it lists those that there are.
    public func restore(_ request: RestoreRequest, _ options: LaunchOptions) -> Int32 {
        let starter = SessionStarter(options, opensBook: false)
        return starter.run { interpreter in
            let runtime = interpreter.runtime, target = try starter.bookPath()
            if request.isRehearsal {
                let (lines, isSound) = try runtime.rehearseRestoring(target)
                for line in lines { StandardOutput().tell(line + "\n") }
                return isSound ? 0 : 1
            }
            guard let backup = request.backup else {
                StandardOutput().write(try runtime.shown(runtime.backupList(of: target)) + "\n")
                return 0
            }
            if options.book == nil, let folder = Folders()?.data, FilePaths.exists(FilePaths.expanded(backup)) { FileAccess.makeOwnFolder(folder) }
            let isForced = try request.isForced || isConfirmed(backup, over: target, interpreter)
            let book = options.book.map { " --book \(SafeText.shellWord($0))" } ?? ""
            let forced = "luca restore \(SafeText.shellWord(backup)) --force\(book)"
            StandardOutput().tell(try runtime.restore(from: backup, to: target, isForced: isForced, forced: forced) + "\n")
            return 0
        }
    }

    /// Shows what would be lost, and asks whoever sits at a terminal; false where nobody does, or nothing is there to be replaced.
    ///
    /// - Throws: a failure where the answer is no.
    private func isConfirmed(_ backup: String, over target: String, _ interpreter: RuntimeInterpreter) throws -> Bool {
        let runtime = interpreter.runtime, output = StandardOutput()
        guard FilePaths.exists(FilePaths.expanded(target)), runtime.isBackup(backup, of: target) else { return false }
        let losses = try runtime.losses(restoring: backup, over: target)
        if let losses {
            if losses.rowCount > 0 {
                output.tell("recorded in \(target) since, and not in \(backup):\n")
                output.write(try runtime.shown(losses) + "\n")
            } else {
                output.tell("\(backup) has all the entries of \(target)\n")
            }
        } else {
            output.remark("notice: what \(target) has and \(backup) has not cannot be told\n")
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
        interpreter.asks { question in
            output.note(question)
            return AnswerReader.read()
        }
        if try runtime.console.isConfirmed("Put it in the place of \(target), which is kept under a dated name?", otherwise: false) == true { return true }
        throw Failure(kind: "cancelled", message: "nothing was restored")
    }
}
