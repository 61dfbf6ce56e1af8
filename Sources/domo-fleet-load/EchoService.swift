import DomoNATS
import NIOCore

/// Answers bare requests: what a request costs without a house.
enum EchoService {
    static let subject = "bench.echo"

    static func start(_ settings: NATSSettings, on loop: any EventLoop) throws -> NATSConnection {
        let connection = NATSConnection(settings, on: loop) { _ in }
        try connection.subscribe(subject) { [connection] message in
            guard let reply = message.reply else { return }
            do throws(NATSFault) {
                try connection.publish(message.payload, to: reply)
            } catch {
                // The one who asked waits in vain, and reports that.
            }
        }
        connection.start()
        return connection
    }
}
