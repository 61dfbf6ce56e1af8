import DomoFleet
import DomoLanguage
import DomoNATS
import NIOCore

/// Reads the list of the connections of one server, part by part.
///
/// Connections that end meanwhile move the others to earlier places, so the parts overlap: if one begins behind the end of
/// the one before, something was skipped, and an earlier part is read again. New connections have higher numbers.
struct ConnectionList {
    private static let partSize = 1000
    private static let overlap = 50
    private static let time: TimeAmount = .seconds(20)
    /// Of a server with 65,536 connections, with as many repeats.
    private static let maxParts = 150

    let server: String
    let name: String
    let houses: NKey
    let nats: NATSConnection
    var partSize = Self.partSize

    /// - Parameter add: gets each part.
    /// - Returns: why the list could not be read; nil after its end.
    func read(_ add: ([UInt64: PresenceBook.Connection]) -> Void) async -> String? {
        var offset = 0
        var last: UInt64 = 0
        for _ in 0..<Self.maxParts {
            let part: [(number: UInt64, connection: PresenceBook.Connection?)]
            do throws(NATSFault) {
                let reply = try await nats.request(
                    ByteBuffer(bytes: request(offset)),
                    to: FleetSubjects.connectionList,
                    atMost: Self.time
                )
                guard let report = ServerReport(Array(reply.payload.readableBytesView)), report.server == server,
                    let connections = report.connections(signedBy: houses)
                else { return "the answer is no list of its connections" }
                part = connections
            } catch {
                return "\(error)"
            }
            if offset > 0, part.first.map({ $0.number > last }) ?? true {
                offset = max(0, offset - partSize)
                continue
            }
            add(
                Dictionary(
                    part.compactMap { item in item.connection.map { (item.number, $0) } },
                    uniquingKeysWith: { $1 }
                )
            )
            last = part.last?.number ?? last
            guard part.count >= partSize else { return nil }
            offset += part.count - min(Self.overlap, part.count / 2)
        }
        return "the list has more than \(Self.maxParts) parts"
    }

    private func request(_ offset: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("server_name")
            json.string(name)
            json.key("exact_match")
            json.bool(true)
            json.key("auth")
            json.bool(true)
            json.key("sort")
            json.string("cid")
            json.key("offset")
            json.number(offset)
            json.key("limit")
            json.number(partSize)
        }
        return json.bytes
    }
}
