import FetchWire
import Glibc
import Synchronization

/// Serves the requests that come in over one descriptor with answers over another, until the first one ends.
public final class FetchServer: Sendable {
    private let service = FetchService()
    private let output: Int32
    private let isOpen = Mutex(true)

    /// A server that writes to this descriptor.
    public init(output: Int32) { self.output = output }

    /// Reads requests until their end, or until they make no sense. What is on its way then is given up, and nothing more is written.
    public func serve(input: Int32) {
        defer {
            isOpen.withLock { $0 = false }
            service.cancelAll()
        }
        var stream = MessageStream()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            stream.append(buffer[..<count])
            do {
                while let message = try stream.next() { handle(message) }
            } catch { return }
        }
    }

    private func handle(_ message: FetchMessage) {
        switch message {
        case .send(let id, let request):
            service.start(id, request) { [self] result in
                switch result {
                case .success(let response): reply(.answer(id, response))
                case .failure(let failure): reply(.failure(id, failure))
                }
            }
        case .cancel(let id): service.cancel(id)
        case .answer, .failure: break
        }
    }

    /// Answers of several requests must not mix, so each is written whole. Once nobody reads them there is nothing to say.
    private func reply(_ message: FetchMessage) {
        let frame = message.frame
        isOpen.withLock { isOpen in
            var written = 0
            while isOpen && written < frame.count {
                let count = frame[written...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { isOpen = false } else { written += count }
            }
        }
    }
}
