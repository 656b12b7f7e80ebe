import Frames
import Values

extension Setting {
    static let mode: Setting = .init(
        name: "mode", argument: "table|csv|json|markdown|line", summary: "Sets the form of tables.",
        detail: "table aligns columns for reading, line writes one field a line. Without a value it tells the form in force.",
        values: FrameFormat.allCases.map(\.rawValue)
    ) { (value, session) throws(Failure) in
        if value.isEmpty {
            session.switchboard.note("mode is \(session.display.format.rawValue)\n")
            return .done
        }
        guard let mode = FrameFormat(rawValue: value) else {
            let near = nearestName(to: value, in: FrameFormat.allCases.map(\.rawValue))
            throw Setting.mode.misused("knows no form \(value)" + (near.map { "; did you mean \($0)?" } ?? ""))
        }
        session.display.format = mode
        return .done
    }

    static let privacy: Setting = .init(
        name: "privacy", argument: "on|off", summary: "Masks amounts and quantities, so that a screen can be shared.",
        detail: "Only what is shown is masked: files written by export and the book itself keep every digit.", values: ["on", "off"]
    ) { (value, session) throws(Failure) in
        try Setting.privacy.toggle(value, session.display.options.privacy, session) { session.display.options.privacy = $0 }
    }

    static let timer: Setting = .init(
        name: "timer", argument: "on|off", summary: "Prints the time that each entry took.",
        detail: "The time is that of the entry alone, without reading and editing the line.", values: ["on", "off"]
    ) { (value, session) throws(Failure) in
        try Setting.timer.toggle(value, session.isTimed, session) { session.isTimed = $0 }
    }

    static let width: Setting = .init(
        name: "width", argument: "COLUMNS|auto|all", summary: "Sets how wide a table may be.",
        detail: "auto is the width of the terminal, all lets a table be as wide as it is.", values: ["auto", "all"]
    ) { (value, session) throws(Failure) in
        switch value {
        case "": session.switchboard.note("width is \(session.width.text)\n")
        case "auto": session.width = .auto
        case "all": session.width = .all
        default:
            guard let columns = Int(value), (20...10_000).contains(columns) else {
                throw Setting.width.misused("is a number from 20 to 10000, auto or all, not \(value)")
            }
            session.width = .columns(columns)
        }
        return .done
    }

    static let rows: Setting = .init(
        name: "rows", argument: "NUMBER|all", summary: "Sets how many rows of a long table are shown.",
        detail: "The rows that are left out are counted below the table. all shows every row.", values: ["all"]
    ) { (value, session) throws(Failure) in
        switch value {
        case "": session.switchboard.note("rows is \(session.display.options.maximumRows.map { "\($0)" } ?? "all")\n")
        case "all": session.display.options.maximumRows = nil
        default:
            guard let rows = Int(value), rows > 0 else { throw Setting.rows.misused("is a number above 0 or all, not \(value)") }
            session.display.options.maximumRows = rows
        }
        return .done
    }
}
