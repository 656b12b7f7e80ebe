import Glibc

/// The sentences on files that change under an open book.
extension StorageError {
    static func moved(_ name: String, _ detail: String) -> StorageError {
        StorageError(
            .replaced, "\(name) is not there any more (\(detail)): it was moved or removed while it was open.",
            hint: "Nothing was recorded. Put it back, or close it and open it again where it is now.")
    }

    static func replaced(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) is another file now: something was put in its place while it was open.",
            hint: "Nothing was recorded. Close it and open it again to go on with what is there.")
    }

    static func replacedMeanwhile(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(
            .replaced, "The act was written, but something happened to \(name) meanwhile, and it may be lost: \(cause.message)",
            hint: "Close the book in every program and open it again. Look whether the act is there before you do it again.")
    }

    static func remarked(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) was marked as a file of another program while it was open (its application_id), and is no book any more.",
            hint: "Nothing was recorded. Set the mark back with the tool that changed it: PRAGMA application_id = \(Schema.applicationID)")
    }

    static func leadsElsewhere(_ link: String, isThere: Bool) -> StorageError {
        StorageError(
            .replaced,
            isThere
                ? "\(link) leads to another file now: the link was pointed at it, or something was put in its place, while the book was open."
                : "\(link) leads to no file any more: the link, or a folder on its way, was removed or moved while the book was open.",
            hint: "Nothing was recorded. Put the link back, or close the book and open it again to go on with what is there.")
    }

    static func touched(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) was written by something else than luca while it was open.",
            hint: "Nothing was recorded. Close it in every program, and open it again to see what is there: luca verify tells whether it is sound.")
    }

    static func journalReplaced(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name)-wal, the journal of \(name), was removed or replaced while the book was open.",
            hint: "Nothing was recorded. Close the book in every program, and open it again to see what is there.")
    }

    static func changedWhileRead(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) was changed by another program while it was open for reading only.",
            hint: "Close it and open it again to see what is there now.")
    }
}
