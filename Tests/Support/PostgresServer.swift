import Foundation
import Glibc
import Synchronization

/// A real PostgreSQL of this machine, in a folder of its own, which only a socket in that folder leads to.
///
/// `PostgresServer.shared` is started once for a process and is quick: what it holds need not survive anything. A test that kills a server starts one
/// for itself, whose commits are on the disk. Whichever way the process of the tests ends, its servers end, and their folders go.
///
/// Whoever asks is let in as any role that there is, but for members of the role `with_password`, who must give theirs.
public final class PostgresServer: Sendable {
    /// What went wrong with a server.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// How a server is told to end.
    public enum StopMode: String, Sendable {
        /// Running transactions are rolled back, all is written to its place.
        case fast
        /// As after a crash: what is committed is in the log alone.
        case immediate
    }

    /// The name of the role that may do everything.
    public let superuser = "postgres"
    /// The folder of the socket.
    public let folder: String
    private let programs: String
    private let isDurable: Bool
    private let watcher: Watcher
    private let databases = Atomic(0)

    private static let sharedServer = Result { try PostgresServer(isDurable: false) }

    /// The server of all tests of this process.
    ///
    /// - Throws: `Problem` where it cannot be started; that is a failure of the test, and no reason to skip it.
    public static var shared: PostgresServer { get throws { try sharedServer.get() } }

    /// Makes a server and starts it.
    ///
    /// - Parameter isDurable: whether a commit is on the disk before it is told, as it is with a real server.
    public init(isDurable: Bool) throws {
        self.isDurable = isDurable
        programs = try Self.findPrograms()
        var template = Array("/tmp/luca-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Problem(description: "no folder for a server in /tmp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let data = folder + "/data"
        // Nobody but this watcher removes the folder, so it watches from the very beginning.
        watcher = try Watcher(stopping: Self.asServer([programs + "/pg_ctl", "-D", data, "-m", "immediate", "-t", "30", "stop"]), removing: folder)
        if let user = Self.serverUser, chown(folder, user.id, user.group) != 0 { throw Problem(description: "\(folder) cannot be given to \(user.id)") }
        try check(Self.asServer([programs + "/initdb", "-D", data, "-U", superuser, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--no-instructions"]))
        try (settings + "\n").append(to: data + "/postgresql.conf")
        let access = data + "/pg_hba.conf"
        try ("local all +with_password scram-sha-256\n" + String(contentsOfFile: access, encoding: .utf8)).write(toFile: access, atomically: false, encoding: .utf8)
        try start()
        guard psql("CREATE ROLE with_password NOLOGIN").code == 0 else { throw Problem(description: "the server takes no statement") }
    }

    private var settings: String {
        let quick = "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n"
        return """
            listen_addresses = ''
            unix_socket_directories = '\(folder)'
            shared_buffers = 32MB
            max_connections = 60
            max_wal_senders = 0
            wal_level = minimal
            autovacuum = off
            lc_messages = 'C'
            log_min_messages = warning
            \(isDurable ? "" : quick)
            """
    }

    // MARK: Starting and ending

    /// Starts it again, and waits until it takes connections.
    public func start() throws {
        try check(Self.asServer([programs + "/pg_ctl", "-D", folder + "/data", "-l", folder + "/data/server.log", "-w", "-t", "60", "start"]))
    }

    /// Ends it in an orderly way, and waits for the end.
    public func stop(_ mode: StopMode = .fast) throws {
        try check(Self.asServer([programs + "/pg_ctl", "-D", folder + "/data", "-m", mode.rawValue, "-w", "-t", "60", "stop"]))
    }

    /// Ends all its processes at once, as a power cut would (`kill -9`), and waits until they are gone.
    public func kill() throws {
        let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard let main = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else { throw Problem(description: "the server does not run") }
        // A process that stands still starts no others.
        Glibc.kill(main, SIGSTOP)
        let all = [main] + Self.children(of: main)
        for process in all { Glibc.kill(process, SIGKILL) }
        try wait(for: "the end of the killed server") { all.allSatisfy(Self.isGone) }
        // Where nobody collects the dead, the next start would take them for alive.
        for file in ["data/postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"] { unlink("\(folder)/\(file)") }
    }

    // MARK: Using it

    /// The address of a database on it.
    ///
    /// - Parameter query: more keys, as `book=main&sslmode=require`.
    public func url(database: String = "postgres", user: String? = nil, query: String = "") -> String {
        let name = database.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? database
        let role = (user ?? superuser).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "postgres://\(role)@/\(name)?host=\(folder)&port=5432" + (query.isEmpty ? "" : "&" + query)
    }

    /// Makes an empty database and returns its name.
    public func makeDatabase() throws -> String {
        let name = "luca_\(databases.add(1, ordering: .relaxed).newValue)"
        let run = psql("CREATE DATABASE \(name)")
        guard run.code == 0 else { throw Problem(description: "no database \(name): \(run.errors)") }
        return name
    }

    /// Runs statements by PostgreSQL's own client, which stops at the first that fails.
    ///
    /// - Returns: the rows, of which each is a line with its columns joined by `|`; what was said besides; 0, or 3 where a statement failed.
    @discardableResult
    public func psql(_ sql: String, user: String? = nil, database: String = "postgres") -> (output: String, errors: String, code: Int32) {
        let command = [
            programs + "/psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", "5432", "-U", user ?? superuser, "-d", database, "-f", "-",
        ]
        do { return try Self.run(command, input: sql, in: folder) } catch { return ("", "\(error)", -1) }
    }

    private func check(_ command: [String]) throws {
        let run = try Self.run(command, in: folder)
        guard run.code == 0 else {
            let log = (try? String(contentsOfFile: folder + "/data/server.log", encoding: .utf8)) ?? ""
            throw Problem(description: "\(command.joined(separator: " ")) failed with \(run.code):\n\(run.output)\(run.errors)\(log)")
        }
    }
}

// MARK: The machine

extension PostgresServer {
    /// The folder of the newest server that is installed.
    private static func findPrograms() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted(by: >)
        for version in versions where FileManager.default.isExecutableFile(atPath: "\(root)/\(version)/bin/initdb") { return "\(root)/\(version)/bin" }
        throw Problem(description: "these tests take a PostgreSQL server: sudo apt install postgresql-15")
    }

    /// The user that a server runs as where the tests run as root, whom it refuses.
    private static let serverUser: (id: uid_t, group: gid_t)? = {
        guard geteuid() == 0, let found = getpwnam("postgres") ?? getpwnam("nobody") else { return nil }
        return (found.pointee.pw_uid, found.pointee.pw_gid)
    }()

    /// A command as the server's user runs it.
    private static func asServer(_ command: [String]) -> [String] {
        guard let user = serverUser else { return command }
        return ["/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups"] + command
    }

    /// Runs a command to its end. Foundation would wait for all that the command has started, of which the server is to go on.
    private static func run(_ command: [String], input: String = "", in folder: String) throws -> (output: String, errors: String, code: Int32) {
        // Files and no pipes, of which a server that is started would hold the other end.
        let names = ["input", "output", "errors"].map { "\(folder)/\($0)-\(UUID().uuidString)" }
        defer { for name in names { unlink(name) } }
        for name in names { try Data((name == names[0] ? input : "").utf8).write(to: URL(filePath: name)) }
        let script = "cd -- \"$1\" && shift && exec \"$@\""
        let process = try spawn(["/bin/sh", "-c", script, "sh", folder] + command, environment: ["LANG=C.UTF-8", "HOME=\(folder)"]) { actions in
            for (descriptor, name) in names.enumerated() { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), name, descriptor == 0 ? O_RDONLY : O_WRONLY, 0) }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let texts = try names.dropFirst().map { try String(contentsOfFile: $0, encoding: .utf8) }
        return (texts[0], texts[1], status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    }

    /// Starts a program with nothing of the user's environment, and with all signals.
    fileprivate static func spawn(_ command: [String], environment: [String] = [], _ arrange: (inout posix_spawn_file_actions_t) -> Void) throws -> pid_t {
        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t(), signals = sigset_t(), process: pid_t = 0
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil], variables = (["PATH=/usr/bin:/bin"] + environment).map { strdup($0) } + [nil]
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            for text in arguments + variables { free(text) }
        }
        arrange(&actions)
        guard posix_spawn(&process, command[0], &actions, &attributes, arguments, variables) == 0 else { throw Problem(description: "\(command[0]) cannot be started") }
        return process
    }

    /// The processes that one has started.
    private static func children(of parent: pid_t) -> [pid_t] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }.filter { stat($0)?.parent == parent }
    }

    private static func isGone(_ process: pid_t) -> Bool { stat(process).map { $0.state == "Z" } ?? true }

    /// The state and the parent of a process, as the kernel tells them behind its name.
    private static func stat(_ process: pid_t) -> (state: Substring, parent: pid_t)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        return words.count > 1 ? (words[0], pid_t(words[1]) ?? 0) : nil
    }
}

extension String {
    /// Writes it behind what a file holds.
    fileprivate func append(to path: String) throws {
        try (String(contentsOfFile: path, encoding: .utf8) + self).write(toFile: path, atomically: false, encoding: .utf8)
    }
}

/// A process that ends a server and removes its folder when nobody holds this object any more, or the process is gone that did.
private final class Watcher: Sendable {
    private let end: Int32

    init(stopping command: [String], removing folder: String) throws {
        var ends: [Int32] = [-1, -1]
        // A pair of sockets, as it is closed from its birth on for all programs that other tests start.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw PostgresServer.Problem(description: "no sockets") }
        defer { close(ends[0]) }
        end = ends[1]
        // Ctrl-C goes to all processes of the terminal, and this one has then work to do. Its reading ends when the last holder of the other end is gone.
        // It goes on behind the shell that is started, as nobody's child: a dead child that nobody collects stops Swift Testing's look-out for tests that are processes.
        let watching = "trap '' INT TERM HUP; folder=$1; shift; read -r line <&3; \"$@\"; rm -rf -- \"$folder\"", script = "exec 3<&0; { \(watching); } &"
        let shell = try PostgresServer.spawn(["/bin/sh", "-c", script, "sh", folder] + command) { actions in
            posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
            for descriptor in [Int32(1), 2] { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0) }
        }
        while waitpid(shell, nil, 0) < 0, errno == EINTR {}
    }

    deinit { close(end) }
}
