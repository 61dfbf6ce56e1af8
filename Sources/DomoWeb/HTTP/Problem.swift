package import DomoClient
package import DomoLanguage
package import HTTPTypes
package import Hummingbird
import NIOCore

/// An error response (RFC 9457), with the code and the hint of the control socket.
package struct Problem: Error {
    package var status: HTTPResponse.Status
    package var code: String
    package var detail: String
    package var hint: String?
    package var headers = HTTPFields()
    /// What is wrong with the text of a scene.
    var diagnostics: [SceneDiagnostics.Entry]?

    package init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, hint: String? = nil) {
        (self.status, self.code, self.detail, self.hint) = (status, code, detail, hint)
    }

    package init(_ fault: Fault) {
        self.init(Self.status(of: fault.code), fault.code.rawValue, fault.message, hint: fault.hint)
        if fault.code == .busy { headers[.retryAfter] = "1" }
    }

    package init(_ fault: ClientFault) {
        switch fault {
        case .refused(let fault): self.init(fault)
        case .overloaded(let fault):
            self.init(fault)
            status = .serviceUnavailable
        case .badLine:
            self.init(.badRequest, "bad-request", "a text contains control characters or is too long")
        case .disconnected(let reason):
            self.init(.serviceUnavailable, "unreachable", reason, hint: "domo-web reconnects automatically")
            headers[.retryAfter] = "2"
        }
    }

    package static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, "unauthorized", detail, hint: "sign in with a token or a code")
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }

    package static func notFound(_ path: String) -> Problem { Problem(.notFound, "not-found", "\(path) not found") }

    private static func status(of code: Fault.Code) -> HTTPResponse.Status {
        switch code {
        case .badRequest, .badLine: .badRequest
        case .refusedValue, .unknownState, .keyReused, .badModel, .badDatabase, .loop: .unprocessableContent
        case .noSuchFile, .unknownElement, .unknownPlace, .unknownScene, .unknownToken, .unknownHook, .ambiguousName:
            .notFound
        case .unreachable, .refusedByServer: .badGateway
        case .deadlinePassed, .mismatch, .notConfirmed: .gatewayTimeout
        case .stopping: .serviceUnavailable
        case .stopped, .inProgress, .exists: .conflict
        case .changed: .preconditionFailed
        case .hasDescendants, .otherDatabase: .conflict
        case .noHistory, .badConfiguration: .internalServerError
        case .busy: .tooManyRequests
        case .notAllowed: .forbidden
        }
    }

    var json: ByteBuffer {
        var json = JSONWriter()
        json.object { json in
            json.key("type")
            json.string("about:blank")
            json.key("title")
            json.string(status.reasonPhrase)
            json.key("status")
            json.number(status.code)
            json.key("code")
            json.string(code)
            json.key("detail")
            json.string(detail)
            json.optional("hint", hint)
            if let diagnostics {
                json.key("diagnostics")
                json.value(diagnostics)
            }
        }
        return ByteBuffer(bytes: json.bytes)
    }

    package var response: Response {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: json))
    }
}
