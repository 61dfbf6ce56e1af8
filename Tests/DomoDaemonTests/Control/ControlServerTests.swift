import Dispatch
import DomoEngine
import DomoLanguage
import DomoModel
import Glibc
import NIOCore
import Testing

@testable import DomoDaemon

// Serialized: the clients block, and a machine with two cores has only two threads for them.
@Suite(.serialized) struct ControlServerTests {
    @Test func requestsBehindALongOneWaitAndOtherClientsDoNot() async throws {
        try await ServedHouse.with(lamps: 20_000) { house in
            let (one, other) = (try house.client(), try house.client())
            try one.send("watch\nls -r\nset Lamp1 on\nshow Lamp1\n")
            #expect(try other.ask("show Lamp2").contains("Lamp2"))
            #expect(try one.line() == #"{"ok":{}}"#)
            let listing = try #require(try one.line())
            #expect(listing.utf8.count > 20_000 * 40 && listing.hasSuffix("}}"))
            // It does not show the effect of the later order.
            #expect(!listing.contains(#""value":"on""#))
            let rest = try (0..<3).map { _ in try one.line() ?? "" }
            #expect(rest.contains { $0.contains(#""event""#) })
            let replies = rest.filter { !$0.contains(#"{"event""#) }
            #expect(replies.first?.contains("accepted") == true)
        }
    }

    @Test func reloadKeepsKnownReadingsAndRestoresTheRest() async throws {
        try await ServedHouse.with(lamps: 3000) { house in
            let client = try house.client()
            #expect(try client.ask("set Lamp1 on").contains("accepted"))
            let reading = Reading(value: .off, certainty: .confirmed, since: Timestamp(milliseconds: 1), cause: .house)
            let memory = Memory(
                readings: (0..<3000).map { .init(element: "Casa/Salon/Lamp\($0)", type: .binary, reading: reading) }
            )
            let catalog = ServedHouse.catalog(lamps: 3000, port: house.link)
            await house.runtime.load(catalog, AppliedLoad(memories: memory), for: [])
            #expect(try client.ask("show Lamp1").contains(#""value":"on","certainty":"assumed""#))
            #expect(try client.ask("show Lamp2999").contains(#""value":"off""#))
        }
    }

    @Test func requestIsAnsweredInOneLine() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            #expect(try client.ask("set Lamp1 on").hasPrefix(#"{"ok":{"id":1,"element":"Casa/Salon/Lamp1","#))
            #expect(try client.ask("show Lamp1").contains(#""value":"on","certainty":"assumed""#))
            #expect(try client.ask("nonsense").hasPrefix(#"{"error":{"code":"bad-request""#))
        }
    }

    @Test func repeatedLineShowsWhatChangedInBetween() async throws {
        try await ServedHouse.with { house in
            let (client, other) = (try house.client(), try house.client())
            let first = try client.ask("show Lamp1")
            #expect(try client.ask("show Lamp1") == first && other.ask("show Lamp1") == first)
            for value in ["on", "off"] {
                _ = try client.ask("set Lamp1 \(value)")
                for client in [client, other, client] {
                    #expect(try client.ask("show Lamp1").contains(#""value":"\#(value)""#))
                }
            }
        }
    }

    @Test func socketIsOpenToOwnerAndGroup() async throws {
        try await ServedHouse.with { house in
            var status = stat()
            #expect(stat(house.socket, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o660)
        }
    }

    @Test func orderIsAttributedToThePeersUser() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            _ = try client.ask("set Lamp1 on")
            let user = String(cString: getpwuid(getuid()).pointee.pw_name)
            #expect(try client.ask("show Lamp1").contains(#""by":"\#(user)""#))
        }
    }

    @Test func answersComeInTheOrderOfTheRequests() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            for lamp in 0..<8 { try client.send("set Lamp\(lamp) on\n") }
            try client.send("show Lamp0\n")
            try await house.eventually { house.link.held.count == 8 }
            house.link.release(reversed: true)
            for lamp in 0..<8 { #expect(try client.line()?.contains("Lamp\(lamp)") == true) }
            #expect(try client.line()?.contains(#""readings""#) == true)
        }
    }

    @Test func blankLinesAndCommentsHaveNoAnswer() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            try client.send("\n   \n# nothing\nscenes\n")
            #expect(try client.line() == #"{"ok":{"scenes":[]}}"#)
        }
    }

    @Test func invalidLineIsRejectedAndTheNextIsHandled() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            try client.send(String(repeating: "x", count: 100_000) + "\n")
            let refused = try client.line()
            #expect(refused?.contains("bad-line") == true)
            // It may have been a scene for `run`.
            #expect(refused?.contains("the line is longer than 65536 bytes") == true)
            #expect(refused?.contains("put a scene this long into a file") == true)
            try client.send(bytes: [0xFF, 0x0A])
            #expect(try client.line()?.contains("bad-line") == true)
            #expect(try client.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
        }
    }

    @Test func incompleteLineIsNotCarriedOut() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            try client.send("set Dimmer0 10")
            client.endSending()
            #expect(try client.line()?.contains("bad-line") == true)
            #expect(try client.line() == nil)
            #expect(try house.client().ask("show Dimmer0").contains(#""value":null"#))
        }
    }

    @Test func clientThatEndedItsRequestsStillGetsItsAnswers() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            try client.send("set Lamp0 on\nset Lamp1 on\n")
            client.endSending()
            try await house.eventually { house.link.held.count == 2 }
            house.link.release()
            #expect(try client.line()?.contains("Lamp0") == true)
            #expect(try client.line()?.contains("Lamp1") == true)
            #expect(try client.line() == nil)
        }
    }

    @Test func tenThousandLinesOnOneConnectionAreAllAnswered() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            var asked = 0
            for answered in 0..<10_000 {
                while asked < 10_000, asked - answered < 2000 {
                    try client.send("set Lamp\(asked % 64) \(asked % 2 == 0 ? "on" : "off")\n")
                    asked += 1
                }
                #expect(try client.line()?.contains(#""outcome":"accepted""#) == true)
            }
        }
    }

    @Test func hundredsOfClientsAreServed() async throws {
        try await ServedHouse.with { house in
            let clients = try (0..<400).map { _ in try house.client() }
            for client in clients { try client.send("show Lamp3\n") }
            for client in clients { #expect(try client.line()?.hasPrefix(#"{"ok""#) == true) }
        }
    }

    @Test func clientAboveTheLimitIsRejectedAndItsOrdersIgnored() async throws {
        try await ServedHouse.with(quota: ClientQuota(total: 2, reserve: 0)) { house in
            let first = try house.client()
            #expect(try first.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
            do {
                let second = try house.client()
                #expect(try second.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
                let third = try house.client()
                #expect(try third.line()?.hasPrefix(#"{"error":{"code":"busy""#) == true)
                #expect(try third.line() == nil)
                // The daemon receives the order of this client together with its connection.
                let isSent = DispatchSemaphore(value: 0)
                house.runtime.eventLoop.execute { _ = isSent.wait(timeout: .now() + 60) }
                let fourth = try house.client()
                try fourth.send("set Lamp1 on\n")
                isSent.signal()
                #expect(try fourth.line()?.hasPrefix(#"{"error":{"code":"busy""#) == true)
                #expect(try fourth.line() == nil)
                for client in [first, second] {
                    #expect(try client.ask("show Lamp1").contains(#""value":null"#))
                }
            }
            // Closed clients make room.
            try await house.eventually {
                (try? house.client().ask("show Lamp1"))?.contains(#""value":null"#) == true
            }
        }
    }

    @Test func silentAndGarbageSendingClientsDisturbNobody() async throws {
        try await ServedHouse.with { house in
            let silent = try house.client()
            let half = try house.client()
            try half.send("set Lamp1")
            let garbage = try house.client()
            try garbage.send(bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 | 1) })
            #expect(try house.client().ask("scenes") == #"{"ok":{"scenes":[]}}"#)
            #expect(try silent.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
            try half.send(" on\n")
            #expect(try half.line()?.contains("accepted") == true)
        }
    }

    @Test func clientThatDoesNotReadBlocksOnlyItself() async throws {
        try await ServedHouse.with(lamps: 500) { house in
            let deaf = try house.client()
            // Each answer has about 100 KB, so a dozen reach the limit of unread data.
            for _ in 0..<40 { try deaf.send("ls -r\n") }
            let client = try house.client()
            for _ in 0..<100 { #expect(try client.ask("show Lamp1").hasPrefix(#"{"ok""#)) }
            for _ in 0..<40 { #expect(try deaf.line()?.hasSuffix("}}") == true) }
        }
    }

    @Test func watchReportsOnlyEventsInItsPlace() async throws {
        try await ServedHouse.with { house in
            let watcher = try house.client()
            #expect(try watcher.ask("watch Salon") == #"{"ok":{"watching":"Casa/Salon"}}"#)
            let client = try house.client()
            _ = try client.ask("set Display0 hello")
            _ = try client.ask("set Blind1 up")
            let event = try #require(try watcher.line())
            #expect(event.contains(#""kind":"server""#))
            let reading = try #require(try watcher.line())
            #expect(reading.hasPrefix(#"{"event":{"kind":"reading""#))
            #expect(reading.contains(#""path":"Casa/Salon/Blind1""#))
        }
    }

    @Test func watcherThatFallsBehindIsDisconnected() async throws {
        try await ServedHouse.with { house in
            let watcher = try house.client()
            _ = try watcher.ask("watch")
            let client = try house.client()
            let text = String(repeating: "x", count: 1000)
            for round in 0..<4000 {
                try client.send("set Display0 \(text)\(round)\n")
                _ = try client.line()
            }
            var events = 0
            while try watcher.line() != nil { events += 1 }
            #expect(events < 4000)
            #expect(try client.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
        }
    }

    @Test func slowClientThatEndedItsRequestsGetsEveryAnswer() async throws {
        try await ServedHouse.with(lamps: 500) { house in
            let client = try house.client()
            for _ in 0..<40 { try client.send("ls -r\n") }
            client.endSending()
            // Far more than a socket buffer holds was written before the first byte is read.
            for _ in 0..<20 { #expect(try house.client().ask("scenes") == #"{"ok":{"scenes":[]}}"#) }
            for _ in 0..<40 { #expect(try client.line()?.hasSuffix("}}") == true) }
            #expect(try client.line() == nil)
        }
    }

    @Test func clientThatDiesWithAnswersUnreadDisturbsNobody() async throws {
        try await ServedHouse.with(lamps: 500) { house in
            for _ in 0..<20 {
                let client = try house.client()
                try client.send(String(repeating: "ls -r\nset Lamp1 on\nshow Lamp1\n", count: 300))
            }
            for _ in 0..<20 { #expect(try house.client().ask("scenes") == #"{"ok":{"scenes":[]}}"#) }
        }
    }

    @Test func answersThatWaitForAnEarlierOneFollowIt() async throws {
        try await ServedHouse.with(lamps: 500) { house in
            house.link.hold()
            let client = try house.client()
            try client.send("set Lamp0 on\n" + String(repeating: "ls -r\n", count: 200))
            let other = try house.client()
            #expect(try other.ask("scenes") == #"{"ok":{"scenes":[]}}"#)
            house.link.release()
            #expect(try client.line()?.contains("accepted") == true)
            for _ in 0..<200 { #expect(try client.line()?.hasSuffix("}}") == true) }
        }
    }

    @Test func eventsFollowTheAnswerToWatch() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            try client.send("set Lamp0 on\nwatch\n")
            try await house.eventually { house.link.held.count == 1 }
            house.link.release()
            #expect(try client.line()?.contains("accepted") == true)
            #expect(try client.line() == #"{"ok":{}}"#)
            try client.send("set Lamp1 on\n")
            try await house.eventually { house.link.held.count == 1 }
            house.link.release()
            #expect(try client.line()?.contains(#""path":"Casa/Salon/Lamp1""#) == true)
        }
    }

    @Test func orderStillInFlightAtTheEndHasAnUnknownOutcome() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            try client.send("set Blind0 up\n")
            try await house.eventually { house.link.held.count == 1 }
            await house.runtime.stop(patience: .milliseconds(20))
            #expect(try client.line()?.contains(#""code":"deadline-passed""#) == true)
            #expect(try client.line() == nil)
        }
    }

    @Test func lineSentBeforeTheStopIsAnswered() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            try client.send("show Lamp0\n")
            _ = try client.line()
            let (runtime, file) = (house.runtime, client.file)
            let line = Array("set Lamp0 on\n".utf8)
            // The event loop does not read while it runs this, and continues with the stop before it reads again.
            let stopped = try await runtime.eventLoop.submit {
                _ = send(file, line, line.count, 0)
                return Task.immediate { await runtime.stop(patience: .seconds(1)) }
            }.get()
            #expect(try client.line()?.contains(#""code":"stopping""#) == true)
            await stopped.value
        }
    }

    @Test func clientThatHasOnlyConnectedIsToldOfTheStop() async throws {
        try await ServedHouse.with { house in
            let (silent, idle) = (try house.client(), try house.client())
            _ = try idle.ask("show Lamp0")
            try await house.eventually { await house.runtime.clientCount == 2 }
            await house.runtime.stop(patience: .seconds(1))
            // Its request, which is on its way, is not carried out.
            #expect(try silent.line()?.contains(#""code":"stopping""#) == true)
            #expect(try silent.line() == nil)
            #expect(try idle.line() == nil)
        }
    }

    @Test func stopLetsOrdersInFlightFinishAndRefusesTheRest() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            try client.send("set Blind0 up\nset Blind0 down\n")
            try await house.eventually { house.link.held.count == 1 }
            async let stopped: Void = house.runtime.stop(patience: .seconds(60))
            // The second waits behind the first in its lane, so its refusal follows the answer to the first.
            try await house.eventually { await house.runtime.isStopping }
            house.link.release()
            #expect(try client.line()?.contains("accepted") == true)
            #expect(try client.line()?.contains(#""code":"stopping""#) == true)
            #expect(try client.line() == nil)
            await stopped
        }
    }
}

extension ServedHouse {
    /// Waits until a condition holds, at most a minute.
    func eventually(_ holds: () async -> Bool) async throws {
        let limit = Instant.now() + .seconds(60)
        while await !holds() {
            guard Instant.now() < limit else { throw SocketClient.Problem(what: "waited in vain") }
            await Task.yield()
        }
    }
}

extension HouseRuntime {
    fileprivate var clientCount: Int { clients.all.count }
}
