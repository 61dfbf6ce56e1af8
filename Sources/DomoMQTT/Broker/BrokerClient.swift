import CMosquitto
import CPacketGate
import DomoBridge
import DomoLanguage
import Glibc
import Synchronization

/// One connection to the broker. It is used once: libmosquitto would send again what was on its way when a connection
/// broke, and an old order must not be carried out, nor an old state published.
///
/// Its owner calls `read`, `write` and `advance`; `takeOccurrences` returns what they led to.
final class BrokerClient: Sendable {
    enum Occurrence: Sendable {
        case connected
        case message(BrokerMessage)
        /// The broker refused a subscription.
        case notSubscribed
        /// Messages that were too long.
        case dropped(Int)
        case disconnected(BrokerFault)
    }

    /// libmosquitto's functions lock the client, so that any thread may call them (mosquitto.h, "Threads").
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// How often the broker hears from the bridge at least, in seconds; it misses the bridge after 1.5 times as long.
    static let keepalive: CInt = 20
    /// In bytes; longer messages are dropped.
    static let maxPayload = 64 * 1024
    private static let maxOccurrences = 10_000

    let version: MQTTVersion
    private let isSecure: Bool
    private let handle: Handle
    private let occurrences = Mutex<[Occurrence]>([])
    private let filter: Mutex<PacketFilter>
    /// Why TLS failed, as libmosquitto logs it: its result says only that it did.
    private let tlsProblem = Mutex<String?>(nil)

    init(_ settings: BrokerSettings, version: MQTTVersion, will: Publication) throws(BrokerFault) {
        self.version = version
        isSecure = settings.tls != nil
        filter = Mutex(PacketFilter(version))
        _ = MosquittoLibrary.isReady
        guard let pointer = mosquitto_new(settings.clientID, true, nil) else {
            throw BrokerFault(message: "can't create a client: \(String(cString: strerror(errno)))")
        }
        handle = Handle(pointer: pointer)
        mosquitto_user_data_set(pointer, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        try set(settings, will)
    }

    deinit { mosquitto_destroy(handle.pointer) }

    private func set(_ settings: BrokerSettings, _ will: Publication) throws(BrokerFault) {
        let pointer = handle.pointer
        let protocolVersion = version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check(mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, protocolVersion))
        // Small packets must not wait for more.
        try check(mosquitto_int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1))
        if let user = settings.user { try check(mosquitto_username_pw_set(pointer, user, settings.password?.value)) }
        let payload = will.payload
        try check(mosquitto_will_set(pointer, will.topic, CInt(payload.count), payload, 1, will.isRetained))
        guard let tls = settings.tls else { return }
        let folder = tls.authorities == nil ? "/etc/ssl/certs" : nil
        try check(mosquitto_tls_set(pointer, tls.authorities, folder, tls.certificate, tls.key, nil))
        try check(mosquitto_tls_opts_set(pointer, 1, "tlsv1.2", nil))
    }

    /// Connects to the broker and sends the first packet. It may block for as long as the system tries.
    func connect(to settings: BrokerSettings) throws(BrokerFault) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if version == .five {
            mosquitto_property_add_int32(
                &properties,
                CInt(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                UInt32(PacketFilter.maxLength)
            )
        }
        try check(
            mosquitto_connect_bind_v5(
                handle.pointer,
                settings.host,
                CInt(settings.port),
                Self.keepalive,
                nil,
                properties
            )
        )
    }

    /// Nil if it is not connected.
    var socket: CInt? {
        let socket = mosquitto_socket(handle.pointer)
        return socket < 0 ? nil : socket
    }

    /// Whether something waits until the socket is writable.
    var wantsToWrite: Bool { mosquitto_want_write(handle.pointer) }

    func takeOccurrences() -> [Occurrence] {
        occurrences.withLock { waiting in
            guard !waiting.isEmpty else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    // MARK: Input and output

    /// Reads all packets that have arrived, but no more than fit.
    ///
    /// - Returns: whether it was all.
    func read() -> Bool {
        guard let socket else { return true }
        domo_gate_open(socket, isSecure ? 1 : 0, Unmanaged.passUnretained(self).toOpaque(), takeChecked)
        defer { domo_gate_close() }
        let droppedBefore = filter.withLock(\.dropped)
        defer {
            let dropped = filter.withLock(\.dropped) - droppedBefore
            if dropped > 0 { note(.dropped(dropped)) }
        }
        for _ in 0..<Self.maxOccurrences {
            errno = 0
            let result = mosquitto_loop_read(handle.pointer, 1)
            let isEmpty = errno == EAGAIN
            if let problem = filter.withLock(\.problem) {
                var fault = BrokerFault(message: "the broker sent \(problem)")
                fault.mayBeVersion = true
                note(.disconnected(fault))
                return true
            }
            guard result == MOSQ_ERR_SUCCESS.rawValue else {
                fail(result)
                return true
            }
            if isEmpty { return true }
        }
        return false
    }

    /// Whether something that has been read from the connection waits for the next `read`.
    var hasUnread: Bool { filter.withLock(\.hasReady) }

    /// What libmosquitto may read; called within `read`.
    fileprivate func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { arrived in
            filter.withLock { filter in
                for _ in 0..<Self.maxReads {
                    if filter.hasReady { return filter.take(into: buffer) }
                    guard filter.problem == nil else {
                        domo_gate_fail(EPROTO)
                        return -1
                    }
                    let start = arrived.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    let count = domo_gate_pull(start, arrived.count)
                    guard count > 0 else { return count }
                    filter.add(UnsafeRawBufferPointer(rebasing: arrived[..<count]))
                }
                // A message that is too long must not keep the house waiting.
                domo_gate_fail(EAGAIN)
                return -1
            }
        }
    }

    private static let readSize = 16_384
    private static let maxReads = 64

    func write() {
        let result = mosquitto_loop_write(handle.pointer, 1)
        if result != MOSQ_ERR_SUCCESS.rawValue { fail(result) }
    }

    /// Sends heartbeats, and notices a broker that does not answer.
    func advance() {
        let result = mosquitto_loop_misc(handle.pointer)
        if result != MOSQ_ERR_SUCCESS.rawValue { fail(result) }
    }

    /// While it is set, the system sends full segments only.
    func setCork(_ isSet: Bool) {
        guard let socket else { return }
        var flag: CInt = isSet ? 1 : 0
        setsockopt(socket, CInt(IPPROTO_TCP), TCP_CORK, &flag, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Publishes at QoS 0: what can't be sent now is not sent later.
    func publish(_ publication: Publication) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let correlation = publication.correlation, version == .five {
            mosquitto_property_add_binary(
                &properties,
                CInt(MQTT_PROP_CORRELATION_DATA.rawValue),
                correlation,
                UInt16(clamping: correlation.count)
            )
        }
        let payload = publication.payload
        if let expiry = publication.expiry, version == .five {
            mosquitto_property_add_int32(&properties, CInt(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        let result = mosquitto_publish_v5(
            handle.pointer,
            nil,
            publication.topic,
            CInt(payload.count),
            payload,
            0,
            publication.isRetained,
            properties
        )
        if result != MOSQ_ERR_SUCCESS.rawValue { fail(result) }
    }

    /// - Parameter wantsRetained: whether the broker sends what it has retained. With MQTT 5, it is not sent otherwise,
    ///   and each message says whether it was published so.
    func subscribe(to filter: String, wantsRetained: Bool) {
        let options =
            MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue | (wantsRetained ? 0 : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue)
        let result = mosquitto_subscribe_v5(
            handle.pointer,
            nil,
            filter,
            0,
            version == .five ? CInt(options) : 0,
            nil
        )
        if result != MOSQ_ERR_SUCCESS.rawValue { fail(result) }
    }

    func unsubscribe(from filter: String) {
        let result = mosquitto_unsubscribe(handle.pointer, nil, filter)
        if result != MOSQ_ERR_SUCCESS.rawValue { fail(result) }
    }

    /// Ends the connection without the last will.
    func disconnect() {
        mosquitto_disconnect(handle.pointer)
        // Whatever is still waiting, if the broker takes it at once.
        mosquitto_loop_write(handle.pointer, 1)
    }

    // MARK: What happens

    private func fail(_ result: CInt) { note(.disconnected(fault(result))) }

    private func fault(_ result: CInt) -> BrokerFault {
        var fault = BrokerFault(result)
        if let problem = tlsProblem.withLock({ $0 }) { fault.message += ": \(problem)" }
        return fault
    }

    fileprivate func note(_ occurrence: Occurrence) {
        occurrences.withLock { waiting in
            if waiting.count < Self.maxOccurrences { waiting.append(occurrence) }
        }
    }

    private func check(_ result: CInt) throws(BrokerFault) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw fault(result)
    }

    private func setCallbacks() {
        let pointer = handle.pointer
        mosquitto_connect_v5_callback_set(pointer) { _, client, code, _, _ in
            guard let client = BrokerClient.of(client) else { return }
            // As built otherwise than it was meant to be, with functions that replace nothing.
            guard client.filter.withLock({ $0.isUsed }) else {
                return client.note(.disconnected(BrokerFault(message: "what the broker sends can't be checked")))
            }
            client.note(code == 0 ? .connected : .disconnected(BrokerFault(connection: code, client.version)))
        }
        mosquitto_disconnect_v5_callback_set(pointer) { _, client, code, _ in
            guard let client = BrokerClient.of(client) else { return }
            client.note(.disconnected(code >= 128 ? BrokerFault(disconnection: code) : client.fault(code)))
        }
        mosquitto_log_callback_set(pointer) { _, client, level, text in
            guard let client = BrokerClient.of(client), let text, level & CInt(MOSQ_LOG_ERR) != 0 else { return }
            let words = ["OpenSSL", "host name", "TLS"]
            guard words.contains(where: { word in strstr(text, word) != nil }) else { return }
            let line = String(cString: text)
            client.tlsProblem.withLock { $0 = $0.map { "\($0); \(line)" } ?? line }
        }
        mosquitto_subscribe_v5_callback_set(pointer) { _, client, _, count, granted, _ in
            guard let client = BrokerClient.of(client), let granted else { return }
            for index in 0..<Int(count) where granted[index] >= 128 { client.note(.notSubscribed) }
        }
        mosquitto_message_v5_callback_set(pointer) { _, client, message, properties in
            guard let client = BrokerClient.of(client), let message = message?.pointee else { return }
            if let message = BrokerMessage(message, properties) { client.note(.message(message)) }
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> BrokerClient? {
        data.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
    }
}

private func takeChecked(
    _ context: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int
) -> Int {
    Unmanaged<BrokerClient>.fromOpaque(context!).takeUnretainedValue()
        .take(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
}

/// libmosquitto is started once, before any client.
private enum MosquittoLibrary {
    static let isReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue
}
