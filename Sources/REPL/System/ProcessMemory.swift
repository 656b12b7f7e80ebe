internal import CLuca

/// The memory of the process.
public enum ProcessMemory {
    /// Has freed memory kept for what is asked for next, up to some megabytes. To be called before anything is asked for.
    public static func keepFreed() { luca_keep_freed_memory() }
}
