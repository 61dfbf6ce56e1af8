import DomoFleet
import DomoWeb

/// Where the sockets of houses come from. Each speaks the protocol of domod's control socket.
protocol HouseSockets: Sendable {
    /// - Throws: 502 or 503 if there is none.
    func open(_ house: HouseID) async throws(Problem) -> any HouseSocket
}

protocol HouseSocket: Sendable {
    var path: String { get }

    func close() async
}

/// The control sockets of houses whose domod runs on this machine: FOLDER/ID.sock.
struct LocalSockets: HouseSockets {
    private struct Socket: HouseSocket {
        let path: String

        func close() async {}
    }

    let folder: String

    func open(_ house: HouseID) async throws(Problem) -> any HouseSocket { Socket(path: "\(folder)/\(house).sock") }
}
