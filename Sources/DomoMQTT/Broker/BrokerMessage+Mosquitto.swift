import CMosquitto
import Glibc

extension BrokerMessage {
    /// - Returns: nil for one that is too long, or whose topic is not UTF-8.
    init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        let count = Int(message.payloadlen)
        guard let name = message.topic, let topic = String(validatingCString: name), count >= 0,
            count <= BrokerClient.maxPayload
        else { return nil }
        let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
        self.init(topic: topic, payload: payload, isRetained: message.retain)
        // libmosquitto does not pass on DUP, which a message of QoS 0 never has (MQTT 3.1.1, section 3.3.1.1).
        isDuplicate = message.qos > 0
        guard properties != nil else { return }
        var seconds: UInt32 = 0
        if mosquitto_property_read_int32(properties, CInt(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), &seconds, false)
            != nil
        {
            expiry = seconds
        }
        var text: UnsafeMutablePointer<CChar>?
        if mosquitto_property_read_string(properties, CInt(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false) != nil,
            let text
        {
            responseTopic = String(validatingCString: text)
        }
        free(text)
        var data: UnsafeMutableRawPointer?
        var length: UInt16 = 0
        let property = CInt(MQTT_PROP_CORRELATION_DATA.rawValue)
        if mosquitto_property_read_binary(properties, property, &data, &length, false) != nil, let data {
            correlation = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
        }
        free(data)
    }
}
