/// The names of a book's accounts or instruments, and those that the file adds, by the bytes of a cell.
struct NameBook {
    private var texts = ByteInterner()
    /// By number of text, the id; 0 where the name is of nothing yet.
    private var ids: [Int32] = []
    private var exact: [String: Int32] = [:]
    private var folded: [String: Int32] = [:]
    private(set) var names: [String] = []
    /// How many the book has of its own.
    let recorded: Int
    /// Names that were found under another case than the file's.
    private(set) var caseMended: [(written: String, known: String)] = []

    init(_ names: [String]) {
        recorded = names.count
        for name in names { add(name) }
    }

    /// The id of a name, 0 where there is none. A name that differs in case only is taken for the known one.
    @inline(__always)
    mutating func id(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 {
        let number = texts.intern(cell)
        if number < ids.count, ids[number] != 0 { return ids[number] }
        return resolve(number)
    }

    private mutating func resolve(_ number: Int) -> Int32 {
        while ids.count <= number { ids.append(0) }
        let text = texts.text(number)
        if let id = exact[text] {
            ids[number] = id
        } else if let id = folded[text.lowercased()] {
            ids[number] = id
            caseMended.append((text, names[Int(id) - 1]))
        }
        return ids[number]
    }

    /// Gives a new name the next id.
    @discardableResult
    mutating func add(_ name: String) -> Int32 {
        names.append(name)
        let id = Int32(names.count)
        if exact[name] == nil { exact[name] = id }
        if folded[name.lowercased()] == nil { folded[name.lowercased()] = id }
        return id
    }
}
