import Glibc

/// A socket that listens on the loopback interface, at an address that no other machine reaches.
struct Listener {
    /// Why there is none: a sentence without a full stop at its end.
    struct Refused: Error {
        let sentence: String
    }

    let descriptor: Int32
    /// The port that it listens at.
    let port: UInt16

    /// Listens at a port of 127.0.0.1; 0 lets the system choose one.
    init(port: UInt16) throws(Refused) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Self.refusal(port, errno) }
        // A port whose last connections have not quite ended can be used again; one that another program listens at cannot.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else {
            let reason = errno
            close(descriptor)
            throw Self.refusal(port, reason)
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }

    private static func refusal(_ port: UInt16, _ reason: Int32) -> Refused {
        switch reason {
        case EADDRINUSE: Refused(sentence: "port \(port) is in use by another program: name another one, or none and the system chooses one")
        case EACCES: Refused(sentence: "port \(port) is kept for the system: name one from 1024 on, or none and the system chooses one")
        default: Refused(sentence: "port \(port) of this machine cannot be served: \(String(cString: strerror(reason)))")
        }
    }
}
