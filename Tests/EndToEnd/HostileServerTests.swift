import DomoTestKit
import Foundation
import Testing

/// Servers that answer garbage, endlessly, or byte by byte: the size and the time of an answer are limited.
@Suite(.waits) struct HostileServerTests {
    private static let lamps = Household.oneHouse(
        "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"
    )

    /// A daemon with a house on a hostile server, and another house on a good one.
    private static func with(
        _ answer: HostileServer.Answer,
        reading: Bool,
        _ body: (Household, HostileServer) throws -> Void
    ) throws {
        try Household.with { household in
            try household.folder.write("home.xml", lamps)
            let other = try household.folder.write(
                "other.xml",
                Household.oneHouse("<Dispositivo><Nombre>Buzzer</Nombre><Tipo>1</Tipo></Dispositivo>", name: "Otra")
            )
            try household.startSimulator(home: other)
            let server = try HostileServer(answer)
            let configuration = try household.folder.write(
                "domod.yaml",
                """
                homes: [\(household.home), \(other)]
                server: \(household.serverURL)
                houses:
                  Casa:
                    server: {url: "\(server.url)", dialect: hostile}
                dialects:
                  hostile:
                    order: {method: POST, url: "{url}/{name}"}
                    actions: {on: {body: "1"}, off: {body: "0"}}
                \(reading ? "    state: {binary: {json: on}, one: {url: \"{url}/{name}\"}, every: 1s}" : "")

                """
            )
            try household.startedDaemon([
                "--config", configuration, "--socket", household.socket, "--state", household.state,
            ])
            try body(household, server)
        }
    }

    /// The maximum that domod reads of one answer, including the kernel's buffers: far less than what is sent.
    private static let maxAccepted = 32 << 20

    @Test(arguments: HostileServer.Answer.allCases)
    func orderEndsInTimeAndOthersAreServed(answer: HostileServer.Answer) throws {
        try Self.with(answer, reading: false) { household, server in
            let daemon = try #require(household.daemon)
            // Everything loaded once is loaded by now.
            expect(try household.domo("set", "Buzzer", "on"), says: ["accepted"])
            let growth = try daemon.growth {
                let order = try household.domo("set", "Lamp", "on", "--deadline", Household.tried)
                switch answer {
                case .noise:
                    expect(
                        order,
                        status: 75,
                        says: [server.url, "the answer is not HTTP", "may have been carried out"]
                    )
                case .endlessInterim: expect(order, status: 75, says: [server.url, "may have been carried out"])
                case .drip:
                    expect(order, status: 75, says: [server.url, "no answer in 3 s", "may have been carried out"])
                // The status arrived: the order was accepted.
                case .endlessHeaders, .endlessHeader, .endlessTrailers, .endlessExtension, .hugeBody, .endlessChunks,
                    .smallChunks, .badChunk, .cutBody:
                    expect(order, says: ["accepted"])
                }
                expect(try household.domo("set", "Buzzer", "off", "--deadline", "60s"), says: ["accepted"])
            }
            #expect(server.requests > 0)
            #expect(server.maxSent < Self.maxAccepted)
            #expect(growth < 16, "\(growth) MiB")
        }
    }

    @Test(arguments: [
        HostileServer.Answer.noise, .endlessHeaders, .endlessTrailers, .endlessExtension, .hugeBody, .endlessChunks,
        .smallChunks, .cutBody,
    ])
    func invalidStateIsReportedAndIgnored(answer: HostileServer.Answer) throws {
        try Self.with(answer, reading: true) { household, server in
            let daemon = try #require(household.daemon)
            struct Status: Decodable {
                struct Server: Decodable {
                    var readingProblem: String?
                    var state: String?
                }
                var servers: [Server]
            }
            let growth = try daemon.growth {
                try household.eventually("questions") { server.requests >= 2 }
                expect(try household.domo("set", "Buzzer", "on", "--deadline", "60s"), says: ["accepted"])
            }
            #expect(try household.reading("Lamp").certainty == "unknown")
            let reason: String? =
                switch answer {
                case .hugeBody, .endlessChunks, .smallChunks: "the answer is longer than 1048576 bytes"
                case .endlessHeaders, .endlessTrailers: "the header fields of the answer are longer than 65536 bytes"
                case .endlessExtension: "the server sent more than 9437184 bytes as one answer"
                default: nil
                }
            if let reason {
                try household.eventually("the reason in status") {
                    try household.domo("status").output.contains(reason)
                }
            }
            #expect(server.maxSent < Self.maxAccepted)
            #expect(growth < 24, "\(growth) MiB")
        }
    }

    /// A house loaded from a URL has at most 64 MiB.
    @Test func endlessHouseIsNotLoaded() throws {
        try Household.with { household in
            let server = try HostileServer(.endlessChunks)
            let url = "\(server.url)/house.xml"
            let daemon = try household.startedDaemon([
                "--home", url, "--socket", household.socket, "--state", household.state,
            ])
            expect(try household.domo("status"), says: ["warning:", url, "longer than 67108864 bytes"])
            expect(try household.domo("reload"), status: 66, says: [url, "longer than 67108864 bytes"])
            #expect(server.maxSent < Self.maxAccepted + 64 << 20)
            #expect(try daemon.kibibytes("VmHWM") < 256 * 1024)
        }
    }
}
