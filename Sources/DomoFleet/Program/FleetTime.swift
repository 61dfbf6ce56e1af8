import DomoJSON
import DomoLanguage

/// The reply of a worker to a request for the time of the fleet.
public enum FleetTime: Equatable, Sendable {
    /// `{"time":…,"error":…}`: in milliseconds since 1970 UTC, and by how many milliseconds that may be wrong.
    case time(Int64, error: Int64)
    /// `{"unsynchronized":true}`: the clock of the worker is not synchronized.
    case unsynchronized

    /// - Returns: nil for anything else.
    public init?(json bytes: [UInt8]) {
        guard bytes.count <= 256, let root = JSONDocument(bytes, maxDepth: 2, maxMemory: 4096)?.root else { return nil }
        if root["unsynchronized"]?.bool == true {
            self = .unsynchronized
        } else if let time = root["time"]?.integer(Int64.self), let error = root["error"]?.integer(Int64.self) {
            self = .time(time, error: error)
        } else {
            return nil
        }
    }

    public var json: [UInt8] {
        var json = JSONWriter(capacity: 64)
        json.object { json in
            switch self {
            case .time(let time, let error):
                json.key("time")
                json.numeral(String(time))
                json.key("error")
                json.numeral(String(error))
            case .unsynchronized:
                json.key("unsynchronized")
                json.bool(true)
            }
        }
        return json.bytes
    }
}
