import CMosquitto
import DomoLanguage
import Glibc

/// Why there is no connection to the broker.
struct BrokerFault: Error, Equatable, Sendable {
    /// For people.
    var message: String
    /// Whether the broker may know only another version of the protocol.
    var mayBeVersion = false
    /// Whether the broker itself has said so.
    var isVersion = false
    /// Whether another client uses the same ID.
    var isTakenOver = false

    init(message: String) { self.message = message }

    /// - Parameter result: what a function of libmosquitto returned.
    init(_ result: CInt) {
        let code = mosq_err_t(rawValue: result)
        // errno: why a call of the system failed.
        let text = code == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto_strerror(result).map(UnsafeMutablePointer.init)
        message = text.map { String(cString: $0) } ?? "error \(result)"
        switch code {
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_CONN_LOST, MOSQ_ERR_NOT_SUPPORTED:
            mayBeVersion = true
        default: break
        }
    }

    /// - Parameter code: the reason code of CONNACK: MQTT 5, table 3-1; MQTT 3.1.1, table 3.1.
    init(connection code: CInt, _ version: MQTTVersion) {
        let text = version == .five ? mosquitto_reason_string(code) : mosquitto_connack_string(code)
        message = "the broker refused the connection: \(text.map { String(cString: $0) } ?? "code \(code)")"
        isVersion = version == .five ? code == 132 || code == 1 : code == 1
        mayBeVersion = isVersion
    }

    /// - Parameter code: the reason code of DISCONNECT: MQTT 5, table 3-10.
    init(disconnection code: CInt) {
        let text = mosquitto_reason_string(code).map { String(cString: $0) } ?? "code \(code)"
        self.init(message: "the broker closed the connection: \(text)")
        isTakenOver = code == 142
    }
}
