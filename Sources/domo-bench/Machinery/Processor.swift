import CBench
import Glibc

/// Where programs run. Children inherit the place of the thread that starts them, so a program is placed by placing the
/// bench while it starts it.
///
/// Of two programs that talk over one connection it decides the figure whether they share a core. So what asks is always
/// on the first core and what answers on the second, on both sides of a comparison; where both sides are a load of many
/// threads, both may use all cores.
enum Processor {
    enum Place {
        /// The first core: the bench itself, and clients.
        case asking
        /// The second core, where there is one.
        case answering
        /// All cores.
        case anywhere
    }

    /// The cores that the bench was given.
    static let allowed: [Int] = {
        var cores = domo_bench_cores()
        guard domo_bench_get_cores(&cores) == 0 else { return [0] }
        return (0..<domo_bench_most_cores).filter { domo_bench_has_core(&cores, Int32($0)) != 0 }
    }()

    /// Runs the body with the calling thread, and all programs that it starts, on a place.
    static func on<Value>(_ place: Place, _ body: () throws(BenchFault) -> Value) throws(BenchFault) -> Value {
        var before = domo_bench_cores()
        guard domo_bench_get_cores(&before) == 0 else { throw BenchFault(call: "sched_getaffinity") }
        try move(to: place)
        defer { domo_bench_set_cores(&before) }
        return try body()
    }

    private static func move(to place: Place) throws(BenchFault) {
        var cores = domo_bench_cores()
        switch place {
        case .asking: domo_bench_add_core(&cores, Int32(allowed[0]))
        case .answering: domo_bench_add_core(&cores, Int32(allowed[min(1, allowed.count - 1)]))
        case .anywhere: for core in allowed { domo_bench_add_core(&cores, Int32(core)) }
        }
        guard domo_bench_set_cores(&cores) == 0 else { throw BenchFault(call: "sched_setaffinity") }
    }
}
