/// Generates valid and almost valid zone files (RFC 9636, section 3).
struct ZoneFileGrammar {
    private var version: Character = "2"
    private var offsets: [Int32] = [0]
    private var changes: [(second: Int64, type: UInt8)] = []
    private var leapSeconds = 0
    private var footer = ""

    static let footers = [
        "", "UTC0", "HST10", "CET-1CEST,M3.5.0,M10.5.0/3", "IST-2IDT,M3.4.4/26,M10.5.0",
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
        "IST-1GMT0,M10.5.0,M3.5.0/1", "EST5EDT,0/0,J365/25", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
        "XXX-24YYY,J1/-167,365/167",
    ]

    static let samples = [
        ZoneFileGrammar(footer: "UTC0"),
        // RFC 9636, appendix B.2: Honolulu.
        ZoneFileGrammar(
            offsets: [-37_886, -37_800, -34_200, -34_200, -34_200, -36_000],
            changes: [
                (-2_334_101_314, 1), (-1_157_283_000, 2), (-1_155_436_200, 1), (-880_198_200, 3), (-769_395_600, 4),
                (-765_376_200, 1), (-712_150_200, 5),
            ],
            footer: "HST10"
        ),
        // A truncated file without data for the years before 2038.
        ZoneFileGrammar(
            version: "3",
            offsets: [7200],
            changes: [(2_145_916_800, 0)],
            footer: "IST-2IDT,M3.4.4/26,M10.5.0"
        ),
        ZoneFileGrammar(offsets: [-86_399, 86_399], changes: [(.min, 1), (0, 0), (.max, 1)], leapSeconds: 1),
    ]

    static func file(using random: inout Dice) -> ZoneFileGrammar {
        var file = ZoneFileGrammar(version: random.pick(["2", "3", "4"]), footer: random.pick(footers))
        file.offsets = (0..<1 + random.below(6)).map { _ in
            Int32(random.once(in: 4) ? random.below(172_800) - 86_400 : (random.below(27) - 12) * 3600)
        }
        // Starting in 1880.
        var second = -2_840_140_800 as Int64
        for _ in 0..<random.below(30) {
            second += Int64(1 + random.below(random.once(in: 4) ? 10_000 : 400_000_000))
            file.changes.append((second, UInt8(random.below(file.offsets.count))))
        }
        if random.once(in: 20) { file.leapSeconds = 1 }
        return file
    }

    var bytes: [UInt8] {
        var old = self
        (old.changes, old.leapSeconds) = ([], 0)
        return old.block(timeWidth: 4) + block(timeWidth: 8) + Array("\n\(footer)\n".utf8)
    }

    private func block(timeWidth: Int) -> [UInt8] {
        let abbreviations = "LMT\0"
        let counts = [0, 0, leapSeconds, changes.count, offsets.count, abbreviations.utf8.count]
        return Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { Self.bytes(Int64($0), width: 4) }
            + changes.flatMap { Self.bytes($0.second, width: timeWidth) } + changes.map(\.type)
            + offsets.flatMap { Self.bytes(Int64($0), width: 4) + [0, 0] } + Array(abbreviations.utf8)
            + [UInt8](repeating: 0, count: leapSeconds * (timeWidth + 4))
    }

    private static func bytes(_ number: Int64, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
