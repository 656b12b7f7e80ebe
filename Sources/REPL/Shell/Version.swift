/// The version of the program.
public enum Version {
    /// Major, minor, patch.
    public static let current = "0.1.0"
}
