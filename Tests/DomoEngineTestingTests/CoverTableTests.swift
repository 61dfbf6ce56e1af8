import DomoEngineTesting
import Testing

/// `domo-fuzz --covers` runs all sequences of three steps, and more seeds.
struct CoverTableTests {
    @Test(arguments: CoverKind.allCases) func readingsAndWordAgreeWithTheModel(kind: CoverKind) {
        for length in 1...2 {
            let result = CoverTable().all(of: length, kind: kind)
            #expect(result.sequences > 0)
            #expect(result.differences == 0, "\(result.examples.joined(separator: "\n"))")
        }
        let random = CoverTable().random(0..<400, kind: kind)
        #expect(random.differences == 0, "\(random.examples.joined(separator: "\n"))")
    }
}
