import DomoNATS
import DomoTestKit

extension NATSServer {
    func address(isTLS: Bool = false, host: String = "127.0.0.1") -> NATSAddress {
        NATSAddress(host: host, port: port, isTLS: isTLS)
    }
}
