import CNettle
import Foundation

/// The hash that chains an entry to the one before it.
let hashes = Group(
    name: "hashes",
    about:
        "SHA-256 of a row of \(rowLength) bytes, as an entry of a book is, by Nettle, which luca uses; the references are the same by libraries that it does not use, where they are installed."
) { settings in
    let rows = (0..<256).map { number in (0..<rowLength).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) } }
    let others = [("libcrypto", "libcrypto.so.3", "SHA256"), ("libsodium", "libsodium.so.23", "crypto_hash_sha256")]
    return .table(
        try others.map { name, file, function in
            guard let library = dlopen(file, RTLD_NOW), let symbol = dlsym(library, function) else { return Row("SHA-256 beside \(name)", skipped: "there is no \(file)") }
            return try row(nettle(rows), against: name == "libcrypto" ? crypto(rows, symbol) : sodium(rows, symbol), settings)
        })
}

private let rowLength = 190

private func nettle(_ rows: [[UInt8]]) -> Subject {
    Subject("SHA-256 of a row by Nettle", operations: rows.count) {
        var digest = [UInt8](repeating: 0, count: 32), context = sha256_ctx()
        for row in rows {
            nettle_sha256_init(&context)
            nettle_sha256_update(&context, row.count, row)
            nettle_sha256_digest(&context, 32, &digest)
        }
        return UInt64(digest[0])
    }
}

private func crypto(_ rows: [[UInt8]], _ symbol: UnsafeMutableRawPointer) -> Subject {
    typealias Function = @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>?
    let hash = unsafeBitCast(symbol, to: Function.self)
    return Subject("libcrypto", operations: rows.count) {
        var digest = [UInt8](repeating: 0, count: 32)
        for row in rows { _ = hash(row, row.count, &digest) }
        return UInt64(digest[0])
    }
}

private func sodium(_ rows: [[UInt8]], _ symbol: UnsafeMutableRawPointer) -> Subject {
    typealias Function = @convention(c) (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UInt64) -> Int32
    let hash = unsafeBitCast(symbol, to: Function.self)
    return Subject("libsodium", operations: rows.count) {
        var digest = [UInt8](repeating: 0, count: 32)
        for row in rows { _ = hash(&digest, row, UInt64(row.count)) }
        return UInt64(digest[0])
    }
}
