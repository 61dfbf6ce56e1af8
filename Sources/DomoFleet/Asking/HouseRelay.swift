public import DomoBridge
import DomoLanguage
import DomoSystem
import Glibc
import NIOCore
import NIOPosix

/// A Unix socket that speaks domod's protocol for one house of the fleet: what works with domod's socket works with it.
///
/// The house decides what each line may do, by the token. A line that the fleet can't give gets the error of the house.
public final class HouseRelay: Sendable {
    public let house: HouseID
    /// `FOLDER/HOUSE.sock`
    public let path: String
    private let channel: any Channel
    private let clients: NIOLoopBound<RelayClients>

    /// The house's token for the one that somebody logs in with; nil if it is not valid.
    public typealias Exchange = @Sendable (_ login: Secret) async -> Secret?

    private init(_ house: HouseID, path: String, _ channel: any Channel, _ clients: NIOLoopBound<RelayClients>) {
        (self.house, self.path, self.channel, self.clients) = (house, path, channel, clients)
    }

    /// Listens on a socket that only the program's user can open.
    ///
    /// - Parameters:
    ///   - folder: for its owner alone; it is made if it is missing. With the name of the socket, its path has at most 107
    ///     bytes.
    ///   - principal: the program, for the log of the house. `login --from X` makes it `PRINCIPAL X`.
    ///   - token: of the house, for lines before `login`; nil if they are not allowed.
    ///   - exchange: nil if people log in with tokens of the house.
    public static func listen(
        _ house: HouseID,
        in folder: String,
        over caller: FleetCaller,
        principal: String,
        token: Secret? = nil,
        exchange: Exchange? = nil
    ) async throws(HouseFault) -> HouseRelay {
        let path = "\(folder)/\(house).sock"
        guard path.utf8.count <= 107 else {
            throw HouseFault("the path \(path) has \(path.utf8.count) bytes, over 107: use a shorter folder")
        }
        try prepare(folder)
        let rights = RelayRights(house: house, principal: principal, token: token, exchange: exchange)
        let eventLoop = caller.eventLoop
        do {
            return try await eventLoop.flatSubmit {
                let clients = NIOLoopBound(RelayClients(caller.onLoop, rights), eventLoop: eventLoop)
                return ServerBootstrap(group: eventLoop)
                    .serverChannelOption(.backlog, value: 64)
                    .childChannelOption(.allowRemoteHalfClosure, value: true)
                    .childChannelOption(.writeBufferWaterMark, value: RelayClient.waterMark)
                    .childChannelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture { try clients.value.add(channel) }
                    }
                    .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true)
                    .flatMapThrowing { channel in
                        guard chmod(path, 0o600) == 0 else { throw HouseFault(FileBytes.Fault.last().message) }
                        return HouseRelay(house, path: path, channel, clients)
                    }
            }.get()
        } catch {
            throw HouseFault("can't listen on \(path): \(error)")
        }
    }

    private static func prepare(_ folder: String) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            try FileBytes.makeFolder(folder, mode: 0o700)
        } catch {
            throw HouseFault("can't make the folder \(folder): \(error.message)")
        }
        guard let mode = FileStatus.mode(of: folder), mode & 0o077 == 0 else {
            throw HouseFault("others can enter the folder \(folder): chmod 700 \(folder)")
        }
    }

    /// Closes the socket and its connections, and removes the file.
    public func close() async {
        unlink(path)
        do {
            try await channel.close()
        } catch {
            // It is closed already.
        }
        channel.eventLoop.execute { [clients] in clients.value.close() }
    }
}
