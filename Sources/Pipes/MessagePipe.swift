import Glibc
public import Messages

/// Reading and writing messages on a descriptor: a socket, or a pipe where the program ignores SIGPIPE.
public enum MessagePipe {
    /// Writes all the bytes. False if nobody reads them any more. To be called by one thread at a time.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0, isSocket = true
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                // A socket can be kept from ending the writer by a signal.
                isSocket ? send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) : Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == ENOTSOCK && isSocket {
                isSocket = false
                continue
            }
            if count <= 0 { return false }
            written += count
        }
        return true
    }

    /// Takes the bytes that have come, and waits for some if none have. False at the end of the descriptor.
    public static func receive<Content>(from descriptor: Int32, into stream: inout MessageStream<Content>) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                stream.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            }
        }
    }

    /// Hands over messages until the descriptor ends, or until what comes is no message.
    public static func readAll<Content: Message>(_ type: Content.Type, from descriptor: Int32, handle: (Content) -> Void) {
        var stream = MessageStream<Content>()
        while receive(from: descriptor, into: &stream) {
            do {
                while let message = try stream.next() { handle(message) }
            } catch { return }
        }
    }

    /// All bytes until the descriptor ends, or until more have come than asked for.
    public static func readToEnd(of descriptor: Int32, atMost most: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while bytes.count <= most {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
        }
        return bytes
    }

    /// Copies what one descriptor has to another. False if nobody reads it any more, or it cannot be read.
    public static func copy(_ source: Int32, to descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return count == 0 }
            guard write(Array(buffer[..<count]), to: descriptor) else { return false }
        }
    }
}
