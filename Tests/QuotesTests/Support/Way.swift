import Quotes

/// The fetcher in this process, and the program itself.
enum Way: String, CaseIterable {
    case inProcess, program

    func transport() throws -> any HTTPTransport {
        switch self {
        case .inProcess: try InProcessFetch()
        case .program: FetchProcess()
        }
    }
}
