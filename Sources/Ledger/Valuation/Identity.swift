/// Tells a value from others that were made apart from it: copies share it.
final class Identity: Sendable {}
