/// The memory of a program over several runs, in megabytes.
struct Memory {
    private(set) var resident: [Double] = []
    private(set) var proportional: [Double] = []
    /// Private memory that is not backed by files: heap, stacks, modified data.
    private(set) var anonymous: [Double] = []

    mutating func add(_ process: ChildProcess) throws(BenchFault) {
        resident.append(Double(try process.residentMemory()) / 1_048_576)
        proportional.append(Double(try process.proportionalMemory()) / 1_048_576)
        anonymous.append(Double(try process.anonymousMemory()) / 1_048_576)
    }
}
