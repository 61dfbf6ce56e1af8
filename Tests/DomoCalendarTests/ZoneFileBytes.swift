/// Writes a file of the time zone database (RFC 9636).
struct ZoneFileBytes {
    var version: Character = "2"
    /// For readers of version 1, which find no zone in the other blocks.
    var old: Block?
    var block: Block
    var footer = ""

    struct Block {
        var offsets: [Int32] = [0]
        var changes: [(moment: Int64, type: UInt8)] = []
        var leapSeconds: [(moment: Int64, correction: Int32)] = []
        var abbreviations = "LMT\0"
        var flags = 0
    }

    var bytes: [UInt8] {
        let first = old ?? Block()
        return header(first) + data(first, timeWidth: 4) + header(block) + data(block, timeWidth: 8)
            + Array("\n\(footer)\n".utf8)
    }

    private func header(_ block: Block) -> [UInt8] {
        let counts = [
            block.flags, block.flags, block.leapSeconds.count, block.changes.count, block.offsets.count,
            block.abbreviations.utf8.count,
        ]
        return Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { Self.bytes(Int64($0), width: 4) }
    }

    private func data(_ block: Block, timeWidth: Int) -> [UInt8] {
        block.changes.flatMap { Self.bytes($0.moment, width: timeWidth) } + block.changes.map(\.type)
            + block.offsets.flatMap { Self.bytes(Int64($0), width: 4) + [0, 0] }
            + Array(block.abbreviations.utf8)
            + block.leapSeconds.flatMap {
                Self.bytes($0.moment, width: timeWidth) + Self.bytes(Int64($0.correction), width: 4)
            } + [UInt8](repeating: 0, count: 2 * block.flags)
    }

    private static func bytes(_ number: Int64, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension ZoneFileBytes {
    /// RFC 9636, appendix B.2.
    static let honolulu = ZoneFileBytes(
        block: Block(
            offsets: [-37_886, -37_800, -34_200, -34_200, -34_200, -36_000],
            changes: [
                (-2_334_101_314, 1), (-1_157_283_000, 2), (-1_155_436_200, 1), (-880_198_200, 3), (-769_395_600, 4),
                (-765_376_200, 1), (-712_150_200, 5),
            ],
            abbreviations: "LMT\0HST\0HDT\0HWT\0HPT\0",
            flags: 6
        ),
        footer: "HST10"
    )

    /// RFC 9636, the truncated example of appendix B: the years before 2038 are not defined.
    static let jerusalem = ZoneFileBytes(
        version: "3",
        block: Block(offsets: [7200], changes: [(2_145_916_800, 0)], abbreviations: "IST\0", flags: 1),
        footer: "IST-2IDT,M3.4.4/26,M10.5.0"
    )
}
