import DomoFuzz
import Glibc
import Testing

/// A small part of what `make fuzz` tries. DOMO_FUZZ_INPUTS and DOMO_FUZZ_SEED change how many inputs and which.
struct FuzzTests {
    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    @Test(arguments: allFuzzTargets.map { $0.name })
    func nothingThatComesFromOutsideDoesHarm(name: String) throws {
        let target = try #require(allFuzzTargets.first { $0.name == name })
        try feed(target)
    }

    private func feed<Target: FuzzTarget>(_: Target.Type) throws {
        var run = try FuzzRun(Target.self, seed: Self.number("DOMO_FUZZ_SEED") ?? 1)
        try run.run(0..<Int(Self.number("DOMO_FUZZ_INPUTS") ?? 20_000))
    }
}
