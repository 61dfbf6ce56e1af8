import DomoClient
import DomoLanguage
import NIOCore

/// Asks domod short questions, on one connection beside that of the deliveries.
actor Desk {
    private let door: DaemonDoor
    private var connection: DaemonConnection?

    init(door: DaemonDoor) { self.door = door }

    /// - Parameter line: a request in the command language.
    func ask<Value: Decodable & Sendable>(line: String, as type: Value.Type) async throws(ClientFault) -> Value {
        try DaemonLine.decode(try await open().askSoon(line: line, on: door.eventLoop), as: type)
    }

    func ask<Value: Decodable & Sendable>(_ request: Request, as type: Value.Type) async throws(ClientFault) -> Value {
        try DaemonLine.decode(try await open().askSoon(request, on: door.eventLoop), as: type)
    }

    private func open() async throws(ClientFault) -> DaemonConnection {
        if let connection, connection.isOpen { return connection }
        let new = try await door.open()
        // Another question may have opened one meanwhile.
        if let connection, connection.isOpen {
            new.close()
            return connection
        }
        connection = new
        return new
    }

    func close() {
        connection?.close()
        connection = nil
    }
}
