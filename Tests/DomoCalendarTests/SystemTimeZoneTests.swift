import DomoModel
import Foundation
import Testing

@testable import DomoCalendar

@Suite struct SystemTimeZoneTests {
    /// In 2040–2099 the transitions have ended and the footers apply.
    ///
    /// Sources: Directive 2000/84/EC (last Sundays of March and October, 01:00 UTC); United States, Energy Policy Act
    /// of 2005; New South Wales and Lord Howe, Standard Time Act 1987; Brazil, decree 9,242 of 2017; Samoa,
    /// International Date Line Act 2011; Ireland, Standard Time Act 1968 and 1971; Morocco, decree 2.18.855 of 2018.
    @Test(arguments: [
        ("Europe/Madrid", "2026-03-29T00:59:59Z", 3600), ("Europe/Madrid", "2026-03-29T01:00:00Z", 7200),
        ("Europe/Madrid", "2026-10-25T00:59:59Z", 7200), ("Europe/Madrid", "2026-10-25T01:00:00Z", 3600),
        ("Europe/Madrid", "2040-03-25T00:59:59Z", 3600), ("Europe/Madrid", "2040-03-25T01:00:00Z", 7200),
        ("Europe/Madrid", "2099-10-25T00:59:59Z", 7200), ("Europe/Madrid", "2099-10-25T01:00:00Z", 3600),
        ("America/New_York", "2026-03-08T06:59:59Z", -18_000), ("America/New_York", "2026-03-08T07:00:00Z", -14_400),
        ("America/New_York", "2006-04-02T06:59:59Z", -18_000), ("America/New_York", "2006-04-02T07:00:00Z", -14_400),
        ("America/New_York", "2099-11-01T05:59:59Z", -14_400), ("America/New_York", "2099-11-01T06:00:00Z", -18_000),
        ("Australia/Lord_Howe", "2026-10-03T15:29:59Z", 37_800),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", 39_600),
        ("Australia/Lord_Howe", "2099-04-04T14:59:59Z", 39_600),
        ("Australia/Lord_Howe", "2099-04-04T15:00:00Z", 37_800),
        ("America/Sao_Paulo", "2018-11-04T02:59:59Z", -10_800), ("America/Sao_Paulo", "2018-11-04T03:00:00Z", -7200),
        ("America/Sao_Paulo", "2019-02-17T01:59:59Z", -7200), ("America/Sao_Paulo", "2019-02-17T02:00:00Z", -10_800),
        ("America/Sao_Paulo", "2060-12-21T12:00:00Z", -10_800),
        ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000), ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
        ("Europe/Dublin", "2026-01-15T12:00:00Z", 0), ("Europe/Dublin", "2026-07-15T12:00:00Z", 3600),
        ("Europe/Dublin", "1970-01-15T12:00:00Z", 3600), ("Europe/Dublin", "2050-03-27T00:59:59Z", 0),
        ("Europe/Dublin", "2050-03-27T01:00:00Z", 3600), ("Europe/Dublin", "2050-12-25T12:00:00Z", 0),
        ("Africa/Casablanca", "2026-02-15T01:59:59Z", 3600), ("Africa/Casablanca", "2026-02-15T02:00:00Z", 0),
        ("Africa/Casablanca", "2026-03-22T01:59:59Z", 0), ("Africa/Casablanca", "2026-03-22T02:00:00Z", 3600),
        ("America/Nuuk", "2099-03-29T00:59:59Z", -7200), ("America/Nuuk", "2099-03-29T01:00:00Z", -3600),
        ("Asia/Jerusalem", "2040-03-22T23:59:59Z", 7200), ("Asia/Jerusalem", "2040-03-23T00:00:00Z", 10_800),
        ("Asia/Kolkata", "2099-01-01T00:00:00Z", 19_800), ("Etc/GMT+5", "2099-01-01T00:00:00Z", -18_000),
    ])
    func zoneHasTheLegalOffset(name: String, moment: String, offset: Int) throws {
        let zone = try #require(SystemTimeZone(name))
        #expect(zone.offset(at: try time(moment)) == offset)
    }

    /// Foundation has its own database and code.
    @Test func foundationHasTheSameOffsetsInTheSameEdition() throws {
        var dice = SplitMix64(seed: 2025)
        let first = 0
        let last = 4_102_444_799  // 2099
        var compared = 0
        var different: Set<String> = []
        for name in TimeZone.knownTimeZoneIdentifiers.sorted() {
            guard let ours = SystemTimeZone(name), let theirs = TimeZone(identifier: name) else { continue }
            compared += 1
            var seconds = (0..<400).map { _ in first + dice.below(last - first) }
            for transition in ours.rules.transitions where (Int64(first)...Int64(last)).contains(transition) {
                seconds += [-1, 0, 1].map { Int(transition) + $0 }
            }
            var date = Date(timeIntervalSince1970: Double(first))
            while let next = theirs.nextDaylightSavingTimeTransition(after: date), next > date {
                date = next
                let second = Int(date.timeIntervalSince1970)
                if second >= last { break }
                seconds += [second - 1, second, second + 1]
            }
            let isSame = seconds.allSatisfy { second in
                ours.offset(at: Timestamp(milliseconds: Int64(second) * 1000))
                    == theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
            }
            if !isSame { different.insert(name) }
        }
        #expect(compared > 300)
        // A new edition changes some zones, of few countries and in few years.
        let isSameEdition = try #require(machineEdition) == TimeZone.timeZoneDataVersion
        #expect(different.count <= (isSameEdition ? 0 : 20), "\(different.sorted())")
    }

    /// `2025b`
    private var machineEdition: String? {
        let path = "\(ZoneDatabase.system.folder)/tzdata.zi"
        guard let bytes = ZoneDatabase.readFile(path, maxBytes: 1024 * 1024) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.split(separator: " ").last.map { String($0) }
    }

    /// An update of the database applies to zones created after it.
    @Test func databaseIsReadEachTime() throws {
        let folder = try TemporaryDatabase()
        try folder.write(ZoneFileBytes(block: .init(offsets: [3600])).bytes, "Domo/House")
        let before = try #require(SystemTimeZone("Domo/House", in: folder.database))
        try folder.write(ZoneFileBytes(block: .init(offsets: [7200])).bytes, "Domo/House")
        let after = try #require(SystemTimeZone("Domo/House", in: folder.database))
        #expect(before.offset(at: Timestamp(milliseconds: 0)) == 3600)
        #expect(after.offset(at: Timestamp(milliseconds: 0)) == 7200)
    }
}
