import DomoFleetStore
import DomoWeb
import HTTPTypes

extension Problem {
    init(_ fault: StoreFault) {
        let (status, code): (HTTPResponse.Status, String) =
            switch fault.kind {
            case .lost, .busy, .exhausted: (.serviceUnavailable, "unreachable")
            case .data: (.badRequest, "bad-request")
            case .denied: (.forbidden, "not-allowed")
            case .schema, .refused: (.internalServerError, "bad-database")
            }
        self.init(status, code, fault.message, hint: fault.hint)
        if status == .serviceUnavailable { headers[.retryAfter] = "2" }
    }
}
