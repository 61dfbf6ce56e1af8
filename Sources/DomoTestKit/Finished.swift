/// The exit status and the output of a program.
public struct Finished: CustomStringConvertible {
    /// As in a shell: 128 plus the number of a signal.
    public var status: Int32
    public var output: String
    public var errors: String

    public var description: String { "status \(status)\noutput: \(output)\nerrors: \(errors)" }
}
