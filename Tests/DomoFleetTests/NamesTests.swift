import DomoModel
import Testing

@testable import DomoFleet

/// The subjects of a house, and who may use them.
struct NamesTests {
    static func house(_ text: String) throws -> HouseID { try #require(HouseID(text)) }

    @Test(arguments: [
        "", "short", "Casa0001", "casa.001", "casa*001", "casa>001", "casa 001", "casá00001", "12345678901234567",
    ])
    func invalidIDIsRefused(_ text: String) { #expect(HouseID(text) == nil) }

    /// The partition is part of credentials: these must never change.
    @Test(arguments: [("casa0001", 58), ("abcdefgh", 45), ("0123456789abcdef", 61)])
    func partitionNeverChanges(_ text: String, _ partition: Int) throws {
        #expect(try Self.house(text).partition == partition)
    }

    @Test func housesAreSpreadEvenlyOverPartitions() throws {
        var counts = [Int](repeating: 0, count: HouseID.partitions)
        for number in 0..<6400 { counts[try Self.house("casa\(10000 + number)").partition] += 1 }
        #expect(counts.allSatisfy { (50...150).contains($0) }, "\(counts)")
    }

    @Test func houseIsReadFromItsSubject() throws {
        let house = try Self.house("casa0001")
        let subject = FleetSubjects.report(of: house)
        #expect(FleetSubjects.house(ofReport: subject) == house)
        #expect(FleetSubjects.house(ofReport: "domo.v1.report.63.casa0001") == (house.partition == 63 ? house : nil))
        for text in ["", "domo.v1.report", subject + ".x", "x" + subject, subject.uppercased()] {
            #expect(FleetSubjects.house(ofReport: text) == nil)
        }
    }

    @Test func houseRepliesOnlyUnderItsOwnName() throws {
        let house = try Self.house("casa0001")
        #expect(FleetSubjects.isReply(FleetSubjects.reply(of: house, asker: "web1", number: 7), of: house))
        for text in [
            "", "domo.v1.reply.casa0002.web1.7", "domo.v1.reply.casa0001.*.7", "domo.v1.reply.casa0001.>.7",
            "domo.v1.reply.casa0001.web1", "domo.v1.reply.casa0001..7", "domo.v1.reply.casa0001.we b.7",
            "domo.v1.reply.casa0001.web1.7\r\nPUB", "$JS.API.STREAM.DELETE.R00", "domo.v1.report.00.casa0001",
        ] {
            #expect(!FleetSubjects.isReply(text, of: house), "\(text)")
        }
    }

    /// Whether a filter has a subject, as a server decides it.
    static func matches(_ filter: String, _ subject: String) -> Bool {
        let (filter, subject) = (filter.split(separator: "."), subject.split(separator: "."))
        for (index, token) in filter.enumerated() {
            if token == ">" { return subject.count > index }
            guard index < subject.count, token == "*" || token == subject[index] else { return false }
        }
        return filter.count == subject.count
    }

    @Test func houseMayUseNoSubjectOfAnother() throws {
        let (one, other) = (try Self.house("casa0001"), try Self.house("casa0002"))
        let mine = Permissions.house(one)
        let theirs =
            FleetSubjects.Request.allCases.map { FleetSubjects.to(other, $0) } + [
                FleetSubjects.report(of: other), FleetSubjects.event(of: other, asker: "web1", lease: "a"),
                FleetSubjects.reply(of: other, asker: "web", number: 1),
                FleetSubjects.inbox(of: other, secret: "x") + ".1",
                FleetSubjects.enrolment(of: other), "$JS.API.STREAM.INFO.R00", "$SYS.REQ.SERVER.PING", "_INBOX.a",
            ]
        for subject in theirs {
            #expect(!mine.publish.contains { Self.matches($0, subject) }, "\(subject)")
            #expect(!mine.subscribe.contains { Self.matches($0, subject) }, "\(subject)")
        }
        for subject in [
            FleetSubjects.report(of: one), FleetSubjects.event(of: one, asker: "web1", lease: "a"),
            FleetSubjects.reply(of: one, asker: "web", number: 1), FleetSubjects.time,
        ] {
            #expect(mine.publish.contains { Self.matches($0, subject) }, "\(subject)")
        }
        #expect(mine.subscribe == ["domo.v1.to.casa0001.>"])
        #expect(
            FleetSubjects.Request.allCases.allSatisfy { request in
                !mine.publish.contains { Self.matches($0, FleetSubjects.to(one, request)) }
            }
        )
    }

    @Test func webHearsOnlyItsOwnRepliesAndStoreTakesReports() {
        let web = Permissions.web(asker: "web1")
        #expect(web.subscribe.contains { Self.matches($0, "domo.v1.reply.casa0001.web1.5") })
        #expect(!web.subscribe.contains { Self.matches($0, "domo.v1.reply.casa0001.web2.5") })
        #expect(web.publish.contains { Self.matches($0, "domo.v1.to.casa0001.do") })
        #expect(!web.publish.contains { Self.matches($0, "domo.v1.to.casa0001.i.secret.1") })
        let event = FleetSubjects.event(of: HouseID("casa0001")!, asker: "web1", lease: "a")
        #expect(web.subscribe.contains { Self.matches($0, event) })
        #expect(!Permissions.web(asker: "web2").subscribe.contains { Self.matches($0, event) })
        let store = Permissions.store("s1")
        let time = FleetSubjects.time(for: "web1") + ".secret"
        #expect(FleetSubjects.isForTime(time) && web.subscribe.contains { Self.matches($0, time) })
        #expect(store.publish.contains { Self.matches($0, time) })
        #expect(store.publish.contains { Self.matches($0, "$JS.API.CONSUMER.MSG.NEXT.R00.store") })
        #expect(!store.publish.contains { Self.matches($0, "$JS.API.STREAM.DELETE.R00") })
        #expect(!store.publish.contains { Self.matches($0, "domo.v1.to.casa0001.do") })
    }
}
