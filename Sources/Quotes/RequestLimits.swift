/// How often a provider may be asked.
public struct RequestLimits: Hashable, Sendable {
    /// Seconds between the beginnings of two requests.
    public var minimumGap: Double
    /// Requests within a minute; nil for any number.
    public var perMinute: Int?
    /// Requests under way at once.
    public var concurrent: Int

    public init(minimumGap: Double = 0, perMinute: Int? = nil, concurrent: Int = 4) {
        self.minimumGap = minimumGap
        self.perMinute = perMinute
        self.concurrent = max(1, concurrent)
    }

    /// As often as one likes: there is no network behind it.
    public static let none = RequestLimits()
}
