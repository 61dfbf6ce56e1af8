import DomoFuzz
import Glibc

/// The run of a target, with limits for time and memory.
struct Trial<Target: FuzzTarget> {
    /// The maximum time for an input, in seconds; exceeding it ends the program.
    static var maxWait: UInt32 { 30 }
    /// The maximum memory, in bytes; the longest inputs have a few hundred KiB.
    static var maxMemory: Int { 128 * 1024 * 1024 }

    private var run: FuzzRun<Target>

    init(_: Target.Type, seed: UInt64, recording: String) throws(Finding) {
        run = try FuzzRun(Target.self, seed: seed, recorder: try Recorder(path: recording, size: 1024 * 1024))
    }

    /// - Throws: what was found.
    mutating func run(_ numbers: Range<Int>, atMost limit: Double?) throws {
        let start = Self.time()
        // Memory that every run allocates once does not count as growth.
        let warm = numbers.prefix(numbers.count / 10)
        var before = 0
        var done = 0
        for number in numbers {
            alarm(Self.maxWait)
            try run.run(number..<number + 1)
            done += 1
            if done == warm.count { before = Self.peakMemory() }
            guard done.isMultiple(of: 256) else { continue }
            let peak = Self.peakMemory()
            guard peak < Self.maxMemory else {
                throw Finding("\(Target.name): \(peak >> 20) MiB after input \(number)")
            }
            if let limit, Self.time() - start > limit { break }
        }
        alarm(0)
        let time = Self.time() - start
        let peak = Self.peakMemory()
        print(
            "\(Target.name): \(done) inputs, seed \(run.seed), \(Int(Double(done) / max(time, 0.001)))/s, peak memory",
            "\(peak >> 20) MiB, \((peak - before) >> 10) KiB of it after the first tenth; nothing found"
        )
    }

    private static func time() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func peakMemory() -> Int {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }
}
