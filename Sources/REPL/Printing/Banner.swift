/// The words at the start of a session.
enum Banner {
    /// The version, the book and how to get help, with a newline at its end.
    static func text(book: String?, style: Style) -> String {
        let book = book.map { ", book \(FailureText.printable($0))" } ?? ""
        return "\(style.bold("luca \(Version.current)"))\(book)\n\(style.dim("help explains, Tab completes, Ctrl-D leaves"))\n"
    }
}
