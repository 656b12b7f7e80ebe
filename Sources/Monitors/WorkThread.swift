import Glibc

/// A thread that does one piece of work, while the one that began it does something else and waits for it in the end.
public final class WorkThread {
    /// What the thread takes over.
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()
    private var isRunning = false

    /// Begins the work; nil where the system has no thread to give. Signals are left to the other threads of the program.
    public init?(_ run: @escaping @Sendable () -> Void) {
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(Work(run))
        let code = pthread_create(
            &thread, nil,
            { context in
                // It was handed over below, where a thread is sure to have a context.
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return nil
        }
        isRunning = true
    }

    deinit { join() }

    /// Waits until the work is done.
    public func join() {
        if isRunning { pthread_join(thread, nil) }
        isRunning = false
    }
}
