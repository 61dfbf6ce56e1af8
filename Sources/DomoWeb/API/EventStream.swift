import DomoClient
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `GET events`: server-sent events. The stream begins with a snapshot, or continues after the last event that the
/// client received.
struct EventStream: Sendable {
    private static let heartbeat: Duration = .seconds(15)

    private let daemon: TokenCall
    private let after: String?
    private let counts: WebCounts

    init(call: API.Call, counts: WebCounts) {
        (daemon, self.counts) = (call.daemon, counts)
        after = call.path["after"] ?? call.request.headers[.lastEventID]
    }

    func response() async throws(Problem) -> Response {
        // If the daemon is unreachable, respond with an error instead of a stream.
        do throws(ClientFault) {
            _ = try await daemon.session.session(from: daemon.address)
        } catch {
            throw Problem(error)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    @concurrent private func write(to writer: inout any ResponseBodyWriter) async throws {
        let log = daemon.session.events
        let (id, signals) = log.signals()
        defer { log.endSignals(id) }
        var position = number(of: after, in: log)
        var lastWrite = ContinuousClock.now
        if position == nil {
            position = try await writeSnapshot(to: &writer)
        } else {
            // Keeps the session watching.
            _ = try await daemon.snapshot()
            daemon.room.clear()
        }
        var next = position ?? 0
        @concurrent func drain() async throws {
            while true {
                switch log.read(after: next) {
                case .missed: next = try await writeSnapshot(to: &writer)
                case .entries(let entries):
                    guard let first = entries.first, let last = entries.last else { return }
                    // A single event needs no copy.
                    var buffer = first.text
                    for entry in entries.dropFirst() { buffer.writeImmutableBuffer(entry.text) }
                    try await writer.write(buffer)
                    counts.note(events: entries.count)
                    next = last.number
                }
                lastWrite = .now
            }
        }
        try await drain()
        // The server waits for its streams before it stops.
        for await _ in signals.cancelOnGracefulShutdown() {
            try await drain()
            if lastWrite + Self.heartbeat <= .now {
                try await writer.write(ByteBuffer(string: ": heartbeat\n\n"))
                lastWrite = .now
            }
        }
    }

    @concurrent private func writeSnapshot(to writer: inout any ResponseBodyWriter) async throws -> UInt64 {
        let (listing, event) = try await daemon.snapshot()
        let log = daemon.session.events
        // Clients that know that the daemon was gone must learn that it is back.
        var buffer = Self.text("daemon", "\(log.run)-\(event)", ByteBuffer(string: #"{"connected":true}"#))
        buffer.writeImmutableBuffer(Self.text("snapshot", "\(log.run)-\(event)", Snapshot(listing, event, log).json))
        try await writer.write(buffer)
        daemon.room.clear()
        return event
    }

    /// The number of an event of this run that is still in the log; nil for any other ID.
    private func number(of id: String?, in log: EventLog) -> UInt64? {
        guard let id, let dash = id.lastIndex(of: "-"), id[..<dash] == log.run,
            let number = UInt64(id[id.index(after: dash)...]), case .entries = log.read(after: number)
        else { return nil }
        return number
    }

    /// - Parameter data: JSON without line breaks.
    static func text(_ kind: String, _ id: String, _ data: ByteBuffer) -> ByteBuffer {
        let head = "id: \(id)\nevent: \(kind)\ndata: "
        var text = ByteBuffer()
        text.reserveCapacity(head.utf8.count + data.readableBytes + 2)
        text.writeString(head)
        text.writeImmutableBuffer(data)
        text.writeString("\n\n")
        return text
    }
}
