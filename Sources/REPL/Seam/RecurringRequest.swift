import Values

/// What is asked of recurring rules.
public struct RecurringRequest: Sendable, Equatable {
    /// What is to be done with them.
    public enum Task: String, CaseIterable, Sendable {
        /// Posts what is due.
        case run
        /// Shows what is due.
        case due
        /// Shows the rules.
        case list
    }

    /// What is to be done.
    public var task: Task
    /// Scripts that define rules, run first.
    public var scripts: [String]
    /// Up to which day, as ISO text; nil for today.
    public var to: String?
    /// Shows what would be posted, by the scripts too, and leaves nothing behind.
    public var isDryRun = false
    /// Says nothing where nothing is due.
    public var isQuiet = false

    /// A request.
    public init(_ task: Task, scripts: [String] = []) { (self.task, self.scripts) = (task, scripts) }

    /// Why it makes no sense, or nil if it does.
    public var problem: String? {
        guard let to else { return nil }
        do {
            _ = try Day(to)
            return nil
        } catch {
            return "--to: \(error)"
        }
    }
}
