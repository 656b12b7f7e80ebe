import Glibc

/// What libFuzzer calls with bytes that it made up; the target is the one that LUCA_FUZZ_TARGET names.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try Chosen.target.read(UnsafeBufferPointer(start: start, count: count))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

private enum Chosen {
    static let target: FuzzTarget = {
        let name = getenv("LUCA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        if let target = FuzzTarget.named(name) { return target }
        let message = "LUCA_FUZZ_TARGET is to be one of \(FuzzTarget.all.map(\.name).joined(separator: ", ")), not \"\(name)\"\n"
        write(STDERR_FILENO, message, message.utf8.count)
        exit(2)
    }()
}
