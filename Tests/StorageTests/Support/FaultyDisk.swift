import Foundation
import CSQLite
import Synchronization

/// The disk as SQLite sees it, which can be made to fail from some call on: as a full one, or as one whose program was killed.
///
/// It is a layer over SQLite's usual system calls, registered under a name of its own. The calls that change files are counted. What was
/// written and not yet synchronized is remembered, so that a power failure can take it away again. One thread uses it. A disk lives as long
/// as a file on it is open, whether or not the test still holds it.
final class FaultyDisk {
    enum Fault: Sendable {
        /// Nothing can be written or made any more; what is there can be read, cut off and removed.
        case full
        /// Nothing works any more, and nothing more reaches the files.
        case kill
        /// There are no locks, as on some network file systems.
        case withoutLocks
    }

    /// Why nothing can be written: no room, none that its user is allowed (`EDQUOT`), or a file system made one for reading (`EROFS`).
    var reason = ENOSPC
    /// Why nothing can be locked: only `ENOLCK` does SQLite take for a lock that somebody else has.
    var lockReason = ENOLCK
    /// What SQLite is told to use.
    let name: String
    /// How many calls have changed files since it was armed, or would have.
    private(set) var calls = 0
    /// Called after each reading with its place and what was read, which it may alter; whether the reading is to fail.
    var afterRead: ((_ place: Int64, _ bytes: UnsafeMutableRawBufferPointer) -> Bool)?
    private var fault: Fault?
    private var stopAt = Int.max
    private var changes: [Change] = []

    fileprivate let usual: UnsafeMutablePointer<sqlite3_vfs>
    private let own: UnsafeMutablePointer<sqlite3_vfs>
    private let ownName: UnsafeMutablePointer<CChar>
    private static let count = Mutex(0)

    init() {
        name = "faulty-\(Self.count.withLock { count in count += 1; return count })"
        usual = sqlite3_vfs_find(nil)!
        ownName = strdup(name)
        own = .allocate(capacity: 1)
        own.initialize(to: usual.pointee)
        own.pointee.zName = UnsafePointer(ownName)
        own.pointee.szOsFile = Int32(FaultyFile.size) + usual.pointee.szOsFile
        own.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        own.pointee.pNext = nil
        own.pointee.xOpen = { disk, path, file, flags, given in FaultyDisk.of(disk).open(path, file!, flags, given) }
        own.pointee.xDelete = { disk, path, synchronized in FaultyDisk.of(disk).delete(path!, synchronized) }
        sqlite3_vfs_register(own, 0)
    }

    deinit {
        sqlite3_vfs_unregister(own)
        own.deallocate()
        free(ownName)
    }

    private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk {
        Unmanaged.fromOpaque(vfs!.pointee.pAppData).takeUnretainedValue()
    }

    /// Counts calls from here on, and fails from one of them on.
    func arm(_ fault: Fault, at call: Int) { (self.fault, stopAt, calls) = (fault, call, 0) }

    /// Works again, as a disk on which room was made.
    func disarm() { (fault, stopAt) = (nil, .max) }

    /// Whether the program counts as killed.
    fileprivate var isDead: Bool { fault == .kill && calls >= stopAt }
    fileprivate var hasLocks: Bool { fault != .withoutLocks }

    /// Counts a call that changes a file; whether it fails. One that needs no room works on a full disk.
    fileprivate func fails(needsRoom: Bool = true) -> Bool {
        calls += 1
        guard calls >= stopAt, fault == .kill || fault == .full && needsRoom else { return false }
        errno = reason
        return true
    }

    // MARK: Files

    private func open(
        _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32, _ given: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        file.pointee.pMethods = nil
        if isDead { return SQLITE_IOERR }
        if let path, flags & SQLITE_OPEN_CREATE != 0, access(path, F_OK) != 0, fails() { return SQLITE_CANTOPEN }
        let real = FaultyFile.real(of: file)
        real.pointee.pMethods = nil
        let code = usual.pointee.xOpen(usual, path, real, flags, given)
        guard code == SQLITE_OK else { return code }
        let opened = UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultyFile.self)
        opened.pointee.disk = Unmanaged.passRetained(self)
        opened.pointee.path = path
        file.pointee.pMethods = FaultyFile.methods
        return code
    }

    private func delete(_ path: UnsafePointer<CChar>, _ synchronized: Int32) -> Int32 {
        if fails(needsRoom: false) { return SQLITE_IOERR }
        changes.removeAll { $0.path == String(cString: path) }
        return usual.pointee.xDelete(usual, path, synchronized)
    }

    // MARK: What is not synchronized

    /// A piece of a file that was written, or its end that was cut off, and what was there before.
    private struct Change {
        let path: String
        let place: Int64
        /// What was written; nil where the file was cut off at the place.
        let written: [UInt8]?
        let before: [UInt8]
        let sizeBefore: Int64
    }

    fileprivate func note(_ path: String, _ file: UnsafeMutablePointer<sqlite3_file>, _ written: [UInt8]?, at place: Int64) {
        var size: Int64 = 0
        _ = file.pointee.pMethods.pointee.xFileSize(file, &size)
        let end = written.map { min(size, place + Int64($0.count)) } ?? size
        var before = [UInt8](repeating: 0, count: max(0, Int(end - place)))
        if !before.isEmpty { _ = file.pointee.pMethods.pointee.xRead(file, &before, Int32(before.count), place) }
        changes.append(Change(path: path, place: place, written: written, before: before, sizeBefore: size))
    }

    fileprivate func noteSynchronized(_ path: String) { changes.removeAll { $0.path == path } }

    /// Takes away what was not synchronized, but for the changes that happened to reach the disk; to be called when all is closed.
    func losePower(keeping isKept: () -> Bool) {
        for change in changes.reversed() {
            write(change.before, change.path, change.place)
            truncate(change.path, change.sizeBefore)
        }
        for change in changes where isKept() {
            if let written = change.written { write(written, change.path, change.place) } else { truncate(change.path, change.place) }
        }
        changes = []
    }

    private func write(_ bytes: [UInt8], _ path: String, _ place: Int64) {
        let descriptor = Foundation.open(path, O_WRONLY)
        guard descriptor >= 0 else { return }
        _ = pwrite(descriptor, bytes, bytes.count, off_t(place))
        close(descriptor)
    }

    private func truncate(_ path: String, _ size: Int64) { _ = Foundation.truncate(path, off_t(size)) }
}

/// A file on a faulty disk. SQLite's own lies right behind it in memory.
private struct FaultyFile {
    var base: sqlite3_file
    var disk: Unmanaged<FaultyDisk>
    /// SQLite keeps it as long as the file is open.
    var path: UnsafePointer<CChar>?

    static let size = (MemoryLayout<FaultyFile>.stride + 15) / 16 * 16

    static func real(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
        (UnsafeMutableRawPointer(file) + size).assumingMemoryBound(to: sqlite3_file.self)
    }

    private static func disk(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FaultyDisk {
        UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FaultyFile.self).pointee.disk.takeUnretainedValue()
    }

    private static func path(_ file: UnsafeMutablePointer<sqlite3_file>?) -> String {
        UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FaultyFile.self).pointee.path.map { String(cString: $0) } ?? ""
    }

    /// SQLite's own file and what can be done with it.
    private static func usual(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> (file: UnsafeMutablePointer<sqlite3_file>, does: sqlite3_io_methods) {
        let real = real(of: file!)
        return (real, real.pointee.pMethods.pointee)
    }

    nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        methods.iVersion = 2
        methods.xClose = { own in
            let (file, does) = usual(own), disk = disk(own)
            defer { Unmanaged.passUnretained(disk).release() }
            return does.xClose(file)
        }
        methods.xRead = { own, bytes, count, place in
            let (file, does) = usual(own), disk = disk(own)
            if disk.isDead { return SQLITE_IOERR }
            let code = does.xRead(file, bytes, count, place)
            return disk.afterRead?(place, UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))) == true ? SQLITE_IOERR | 1 << 8 : code
        }
        methods.xWrite = { own, bytes, count, place in
            let (file, does) = usual(own), disk = disk(own)
            if disk.fails() { return disk.reason == ENOSPC ? SQLITE_FULL : SQLITE_IOERR | 3 << 8 }
            disk.note(path(own), file, Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))), at: place)
            return does.xWrite(file, bytes, count, place)
        }
        methods.xTruncate = { own, size in
            let (file, does) = usual(own), disk = disk(own)
            if disk.fails(needsRoom: false) { return SQLITE_IOERR }
            disk.note(path(own), file, nil, at: size)
            return does.xTruncate(file, size)
        }
        methods.xSync = { own, flags in
            let (file, does) = usual(own), disk = disk(own)
            if disk.fails() { return SQLITE_IOERR | 4 << 8 }
            disk.noteSynchronized(path(own))
            return does.xSync(file, flags)
        }
        methods.xFileSize = {
            let (file, does) = usual($0); return disk($0).isDead ? SQLITE_IOERR : does.xFileSize(file, $1)
        }
        methods.xLock = { own, level in
            let (file, does) = usual(own), disk = disk(own)
            if disk.isDead { return SQLITE_IOERR }
            if !disk.hasLocks {
                errno = disk.lockReason
                return disk.lockReason == ENOLCK ? SQLITE_BUSY : SQLITE_IOERR | 15 << 8
            }
            return does.xLock(file, level)
        }
        methods.xUnlock = {
            let (file, does) = usual($0); return does.xUnlock(file, $1)
        }
        methods.xCheckReservedLock = {
            let (file, does) = usual($0); return does.xCheckReservedLock(file, $1)
        }
        methods.xFileControl = {
            let (file, does) = usual($0); return disk($0).isDead ? SQLITE_IOERR : does.xFileControl(file, $1, $2)
        }
        methods.xSectorSize = {
            let (file, does) = usual($0); return does.xSectorSize(file)
        }
        methods.xDeviceCharacteristics = {
            let (file, does) = usual($0); return does.xDeviceCharacteristics(file)
        }
        methods.xShmMap = { own, region, size, extends, memory in
            let (file, does) = usual(own), disk = disk(own)
            if disk.isDead || extends != 0 && disk.fails() { return SQLITE_IOERR }
            return does.xShmMap(file, region, size, extends, memory)
        }
        methods.xShmLock = { own, offset, count, flags in
            let (file, does) = usual(own)
            // A lock is let go of also by the dead: the system does it for them.
            return disk(own).isDead && flags & SQLITE_SHM_LOCK != 0 ? SQLITE_IOERR : does.xShmLock(file, offset, count, flags)
        }
        methods.xShmBarrier = {
            let (file, does) = usual($0); does.xShmBarrier(file)
        }
        methods.xShmUnmap = {
            let (file, does) = usual($0); return does.xShmUnmap(file, disk($0).isDead ? 0 : $1)
        }
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: methods)
        return UnsafePointer(pointer)
    }()
}
