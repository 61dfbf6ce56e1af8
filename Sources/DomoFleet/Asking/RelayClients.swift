import DomoLanguage
import NIOCore

/// The connections to the socket of a relay, on the event loop of its caller.
final class RelayClients {
    private static let maxClients = 256

    private let core: CallerCore
    private let rights: RelayRights
    private var channels: [ObjectIdentifier: any Channel] = [:]

    init(_ core: CallerCore, _ rights: RelayRights) { (self.core, self.rights) = (core, rights) }

    func add(_ channel: any Channel) throws {
        guard channels.count < Self.maxClients else {
            throw HouseFault("the socket for the house \(rights.house) has \(Self.maxClients) connections")
        }
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.channels[id] = nil }
        try channel.pipeline.syncOperations.addHandler(RelayClient(core, rights))
    }

    func close() {
        for channel in channels.values { channel.close(promise: nil) }
    }
}
