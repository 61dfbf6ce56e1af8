import DomoLanguage
import DomoModel
import Glibc
import NIOCore

/// The state of all places at one moment, with the server's time and the ID of the last event before it.
struct Snapshot {
    let json: ByteBuffer

    init(_ listing: DaemonReply, _ event: UInt64, _ log: EventLog) {
        var content = listing.content
        var end = JSONWriter()
        end.object { json in
            json.key("time")
            json.time(Self.now)
            json.key("event")
            json.string("\(log.run)-\(event)")
        }
        // Merge the two objects: drop the braces between them.
        content.moveWriterIndex(to: content.writerIndex - 1)
        content.writeString(",")
        content.writeBytes(end.bytes.dropFirst())
        json = content
    }

    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
