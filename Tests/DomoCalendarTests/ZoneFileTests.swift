import DomoModel
import Testing

@testable import DomoCalendar

@Suite struct ZoneFileTests {
    @Test(arguments: [
        (ZoneFileBytes.honolulu, "1896-01-13T22:31:25Z", -37_886),
        (.honolulu, "1896-01-13T22:31:26Z", -37_800),
        (.honolulu, "1933-04-30T12:29:59Z", -37_800),
        (.honolulu, "1933-04-30T12:30:00Z", -34_200),
        (.honolulu, "1933-05-21T21:29:59Z", -34_200),
        (.honolulu, "1933-05-21T21:30:00Z", -37_800),
        // War time becomes peace time: only the name changes.
        (.honolulu, "1945-08-14T23:00:00Z", -34_200),
        (.honolulu, "1945-09-30T11:30:00Z", -37_800),
        (.honolulu, "1947-06-08T12:29:59Z", -37_800),
        (.honolulu, "1947-06-08T12:30:00Z", -36_000),
        (.honolulu, "2026-11-21T00:00:00Z", -36_000),
        (.jerusalem, "2037-12-31T23:59:59Z", 7200),
        // Thursday, 26:00.
        (.jerusalem, "2038-03-25T23:59:59Z", 7200),
        (.jerusalem, "2038-03-26T00:00:00Z", 10_800),
        (.jerusalem, "2038-10-30T22:59:59Z", 10_800),
        (.jerusalem, "2038-10-30T23:00:00Z", 7200),
    ])
    func exampleOfTheSpecificationIsParsed(file: ZoneFileBytes, moment: String, offset: Int) throws {
        let rules = try #require(ZoneFile.rules(file.bytes))
        let zone = SystemTimeZone(name: "example", rules)
        let milliseconds = try time(moment).milliseconds
        for rest in [0, 999] as [Int64] {
            #expect(zone.offset(at: Timestamp(milliseconds: milliseconds + rest)) == offset)
        }
    }

    @Test func version1DataIsSkipped() throws {
        var file = ZoneFileBytes.honolulu
        file.old = ZoneFileBytes.Block(
            offsets: [3600, 7200],
            changes: [(0, 1), (1, 0)],
            leapSeconds: [(78_796_800, 1)],
            abbreviations: "CET\0",
            flags: 2
        )
        let rules = try #require(ZoneFile.rules(file.bytes))
        #expect(rules == ZoneFile.rules(ZoneFileBytes.honolulu.bytes))
    }

    @Test func withoutAFooterTheLastOffsetStays() throws {
        var file = ZoneFileBytes.honolulu
        file.footer = ""
        let rules = try #require(ZoneFile.rules(file.bytes))
        #expect(rules.offset(at: -712_150_201) == -37_800)
        #expect(rules.offset(at: 4_102_444_800) == -36_000)
    }

    @Test func withoutTransitionsTheFooterAppliesToAllYears() throws {
        let file = ZoneFileBytes(block: .init(offsets: [3600]), footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        let rules = try #require(ZoneFile.rules(file.bytes))
        #expect(rules.offset(at: Int(try time("1850-07-01T00:00:00Z").milliseconds / 1000)) == 7200)
        #expect(rules.offset(at: Int(try time("2150-01-01T00:00:00Z").milliseconds / 1000)) == 3600)
    }

    @Test func extremeTimesHaveAnOffset() throws {
        for file in [ZoneFileBytes.honolulu, .jerusalem] {
            let zone = SystemTimeZone(name: "example", try #require(ZoneFile.rules(file.bytes)))
            for milliseconds in [Int64.min, -1, 0, .max] {
                #expect(ZoneRules.offsets.contains(zone.offset(at: Timestamp(milliseconds: milliseconds))))
            }
        }
        let yearly = try #require(YearlyRules("CET-1CEST,M3.5.0,M10.5.0/3".utf8))
        for second in [Int(Int64.min / 1000), Int(Int64.max / 1000)] {
            #expect([3600, 7200].contains(yearly.offset(at: second)))
        }
    }

    @Test func invalidFileIsRefused() {
        let faults: [(kind: String, spoil: (inout ZoneFileBytes) -> Void)] = [
            ("of version 1", { $0.version = "\0" }),
            ("without types", { $0.block.offsets = [] }),
            ("with a type that is not there", { $0.block.changes[0].type = 6 }),
            ("with the same moment twice", { $0.block.changes[1].moment = $0.block.changes[0].moment }),
            ("with descending moments", { $0.block.changes.reverse() }),
            ("with clocks a day ahead", { $0.block.offsets[2] = 86_400 }),
            ("with clocks out of bounds", { $0.block.offsets[2] = .min }),
            ("with fewer flags than types", { $0.block.flags = 5 }),
            ("without abbreviations", { $0.block.abbreviations = "" }),
            // RFC 9636, appendix B.1, has them too.
            ("with leap seconds", { $0.block.leapSeconds = [(78_796_800, 1)] }),
            ("with a damaged footer", { $0.footer = "HST" }),
            ("with an unfinished footer", { $0.footer = "HST10HDT,M3.2.0" }),
        ]
        for fault in faults {
            var file = ZoneFileBytes.honolulu
            fault.spoil(&file)
            #expect(ZoneFile.rules(file.bytes) == nil, "a file \(fault.kind)")
        }
    }

    @Test func truncatedFileIsRefused() {
        for file in [ZoneFileBytes.honolulu, .jerusalem] {
            let bytes = file.bytes
            for length in 0..<bytes.count {
                #expect(ZoneFile.rules(Array(bytes[..<length])) == nil)
            }
            #expect(ZoneFile.rules(bytes) != nil)
        }
    }

    /// The same damage in every run.
    @Test func damagedFileIsRefusedOrParsed() throws {
        var dice = SplitMix64(seed: 9636)
        let written = [ZoneFileBytes.honolulu.bytes, ZoneFileBytes.jerusalem.bytes]
        let names = ["Europe/Dublin", "Africa/Casablanca", "America/Nuuk"]
        let files =
            written
            + names.compactMap {
                ZoneDatabase.readFile("\(ZoneDatabase.system.folder)/\($0)", maxBytes: ZoneFile.maxBytes)
            }
        let moments = [Int(Int64.min / 1000), -2_334_101_315, 0, 1_795_219_200, 4_102_444_800, Int(Int64.max / 1000)]
        var zones = 0
        for _ in 0..<20_000 {
            // Mostly the short files: in a long one, few bytes define the lengths of its parts.
            let bytes = dice.damaged(files[dice.below(10) == 0 ? dice.below(files.count) : dice.below(2)])
            guard let rules = ZoneFile.rules(bytes) else { continue }
            zones += 1
            for moment in moments where !ZoneRules.offsets.contains(rules.offset(at: moment)) {
                Issue.record("\(rules.offset(at: moment)) seconds at \(moment) of \(bytes)")
            }
        }
        // Damage to a time or an offset results in another zone; most bytes define lengths and kinds.
        #expect((1000..<19_000).contains(zones))
    }
}

extension SplitMix64 {
    /// Changes one to three bytes.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(3) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(6) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes[place] = UInt8(below(256))
            case 2: bytes[place] = [0x00, 0x7F, 0x80, 0xFF][below(4)]
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
            case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + below(8))], at: place)
            default: bytes.removeLast(below(bytes.count / 8 + 1))
            }
        }
        return bytes
    }
}
