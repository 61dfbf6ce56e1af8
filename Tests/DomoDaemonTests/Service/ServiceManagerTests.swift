import DomoLanguage
import DomoModel
import DomoSystem
import Testing

@testable import DomoDaemon

struct ServiceManagerTests {
    @Test func noticesUseSystemdsVariables() {
        #expect(ServiceNotice.ready(status: "1 house").text == "READY=1\nSTATUS=1 house")
        #expect(ServiceNotice.reloading(at: 12).text == "RELOADING=1\nMONOTONIC_USEC=12")
        #expect(ServiceNotice.stopping.text == "STOPPING=1")
        #expect(ServiceNotice.alive.text == "WATCHDOG=1")
    }

    @Test func lineFeedInAStatusStartsNoVariable() {
        #expect(ServiceNotice.status("a\nREADY=1\nb").text == "STATUS=a READY=1 b")
    }

    @Test(
        arguments: [
            ([:], nil),
            (["WATCHDOG_USEC": "30000000"], .seconds(30)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(30)),
            // Meant for another process, such as the parent.
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
            (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "soon"], nil),
        ] as [([String: String], Duration?)]
    )
    func watchdogAppliesOnlyToItsProcess(_ environment: [String: String], _ expected: Duration?) {
        #expect(ServiceManager(environment: { environment[$0] }, process: 7).watchdog == expected)
    }

    @Test func addressComesFromTheEnvironment() {
        #expect(ServiceManager(environment: { _ in nil }).address == nil)
        #expect(ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? "" : nil }).address == nil)
        #expect(ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? "@x" : nil }).address == "@x")
    }

    // MARK: The status

    private func status(_ links: [LinkView], memory: MemoryView? = nil) -> StatusView {
        let time = Timestamp(milliseconds: 0)
        let house = StatusView.House(name: "Casa", elements: 15, server: nil)
        return StatusView(
            version: "1",
            since: time,
            loaded: time,
            houses: [house],
            servers: [],
            links: links,
            accepted: 0,
            failed: 0,
            warnings: [],
            memory: memory
        )
    }

    private func link(_ key: String, _ reachable: Bool?, _ problem: String? = nil) -> LinkView {
        LinkView(key: key, kind: "http", endpoints: [.init(endpoint: key, reachable: reachable)], problem: problem)
    }

    @Test func statusCountsHousesElementsAndLinks() {
        #expect(status([link("a", true), link("b", nil)]).summary == "1 house, 15 elements; 2 links")
    }

    @Test func statusListsWhatIsDownWithTheReason() {
        let text = status([link("a", true), link("b", false, "connection refused")]).summary
        #expect(text == "1 house, 15 elements; 1 of 2 links up; b: connection refused")
        let memory = MemoryView(state: .failing, file: "/x", bytes: 0, problem: "the disk is full")
        #expect(status([], memory: memory).summary == "1 house, 15 elements; 0 links; history: the disk is full")
    }
}
