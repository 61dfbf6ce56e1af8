import DomoFuzz
import Glibc
import Testing

/// A small part of `make fuzz`; `make check` tries four times as many inputs with the release build. DOMO_FUZZ_INPUTS
/// sets the number of inputs, and DOMO_FUZZ_SEED their seed.
struct FuzzTests {
    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    @Test(arguments: allFuzzTargets.map { $0.name })
    func externalInputDoesNoHarm(name: String) throws {
        let target = try #require(allFuzzTargets.first { $0.name == name })
        try feed(target)
    }

    private func feed<Target: FuzzTarget>(_: Target.Type) throws {
        var run = try FuzzRun(Target.self, seed: Self.number("DOMO_FUZZ_SEED") ?? 1)
        try run.run(0..<Int(Self.number("DOMO_FUZZ_INPUTS") ?? 5000))
    }
}
