/// A usage error in a line, with the column of the wrong word.
struct UsageError: Error {
    var column: Int
    var fault: Fault
}
