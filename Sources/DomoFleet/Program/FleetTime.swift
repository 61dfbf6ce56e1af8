import DomoJSON
import DomoLanguage

/// The reply to a request for the time of the fleet: `{"time":…}` in milliseconds since 1970 UTC.
public enum FleetTime {
    public static func reply(_ milliseconds: Int64) -> [UInt8] {
        var json = JSONWriter(capacity: 32)
        json.object { json in
            json.key("time")
            json.numeral(String(milliseconds))
        }
        return json.bytes
    }

    /// - Returns: nil for anything else.
    public static func time(inReply bytes: [UInt8]) -> Int64? {
        guard bytes.count <= 256 else { return nil }
        return JSONDocument(bytes, maxDepth: 2, maxMemory: 4096)?.root["time"]?.integer(Int64.self)
    }
}
