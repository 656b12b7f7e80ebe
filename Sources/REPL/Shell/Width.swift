internal import CLuca
internal import Glibc

/// How wide a table may be.
enum Width: Equatable {
    /// As wide as the terminal, or as the table where there is none.
    case auto
    case all
    case columns(Int)

    /// The columns in force now, or nil for no limit.
    var columns: Int? {
        switch self {
        case .auto: Self.ofTerminal
        case .all: nil
        case .columns(let count): count
        }
    }

    var text: String {
        switch self {
        case .auto: "auto" + (Self.ofTerminal.map { ", now \($0)" } ?? "")
        case .all: "all"
        case .columns(let count): "\(count)"
        }
    }

    private static var ofTerminal: Int? {
        let columns = luca_terminal_width(STDOUT_FILENO)
        return columns > 0 ? Int(columns) : nil
    }
}
