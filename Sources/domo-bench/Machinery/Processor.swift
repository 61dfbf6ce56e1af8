import CBench
import Glibc

/// The cores that programs run on. Children inherit the cores of the thread that starts them, so the bench changes its
/// own cores while it starts a program.
///
/// For two programs that communicate over one connection, the figure depends on whether they share a core. So clients
/// always run on the first core and servers on the second, on both sides of a comparison; if both sides have many
/// threads, they may use all cores.
enum Processor {
    enum Place {
        /// The first core: the bench itself, and clients.
        case client
        /// The second core, if there is one.
        case server
        /// All cores.
        case anywhere
    }

    /// The cores available to the bench.
    static let allowed: [Int] = {
        var cores = domo_bench_cores()
        guard domo_bench_get_cores(&cores) == 0 else { return [0] }
        return (0..<domo_bench_most_cores).filter { domo_bench_has_core(&cores, Int32($0)) != 0 }
    }()

    /// Runs the body, and all programs that it starts, on the given cores.
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
        case .client: domo_bench_add_core(&cores, Int32(allowed[0]))
        case .server: domo_bench_add_core(&cores, Int32(allowed[min(1, allowed.count - 1)]))
        case .anywhere: for core in allowed { domo_bench_add_core(&cores, Int32(core)) }
        }
        guard domo_bench_set_cores(&cores) == 0 else { throw BenchFault(call: "sched_setaffinity") }
    }
}
