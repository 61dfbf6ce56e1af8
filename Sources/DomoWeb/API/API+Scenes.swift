import DomoClient
import DomoLanguage
import HTTPTypes
import Hummingbird
import NIOCore

// The texts of scenes.

extension API {
    private struct TextBody: JSONBody {
        static let properties: Set = ["text", "name"]

        var text: String
        var name: String?

        var lines: [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map {
                String($0.last == "\r" ? $0.dropLast() : $0)
            }
        }
    }

    func sceneText(_ call: Call, _ name: String) async throws(Problem) -> Response {
        let reply = try await content(call, .script(.show(name: name)))
        return try tagged(reply, status: .ok)
    }

    func checkScene(_ call: Call) async throws(Problem) -> Response {
        let body = try await body(of: call, as: TextBody.self)
        if let name = body.name {
            guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else {
                throw Problem(.badRequest, "bad-request", "\"name\" is empty, or holds control characters")
            }
        }
        return try await ask(call, .script(.check(name: body.name ?? "scene", lines: body.lines)))
    }

    /// `If-Match` has the tag of the text that was read; `If-None-Match: *` creates a new scene.
    func saveScene(_ call: Call, _ name: String) async throws(Problem) -> Response {
        let tag: String?
        switch (call.request.headers[.ifMatch], call.request.headers[.ifNoneMatch]) {
        case (let match?, nil): tag = match.filter { $0 != "\"" }
        case (nil, "*"): tag = nil
        case (let match, _):
            throw Self.conditionMissing(
                match == nil ? "missing header: If-Match" : "expected either If-Match or If-None-Match",
                hint: "send the ETag of the text that was read, or If-None-Match: * for a new scene"
            )
        }
        let body = try await body(of: call, as: TextBody.self)
        let lines = body.lines
        let check = try await content(call, .script(.check(name: name, lines: lines)))
        let found = try decode(SceneDiagnostics.self, from: check)
        guard !found.diagnostics.contains(where: { $0.severity == "error" }) else {
            var problem = Problem(.unprocessableContent, "bad-model", "the scene has errors and was not saved")
            problem.diagnostics = found.diagnostics
            throw problem
        }
        let saved = try await change(call, .save(name: name, lines: lines, tag: tag))
        return try tagged(saved, status: tag == nil ? .created : .ok)
    }

    /// Responds with the text that was removed.
    func removeScene(_ call: Call, _ name: String) async throws(Problem) -> Response {
        guard let match = call.request.headers[.ifMatch] else {
            throw Self.conditionMissing("missing header: If-Match", hint: "send the ETag of the text that was read")
        }
        return json(try await change(call, .remove(name: name, tag: match.filter { $0 != "\"" })))
    }

    private static func conditionMissing(_ detail: String, hint: String) -> Problem {
        Problem(
            HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"),
            "bad-request",
            detail,
            hint: hint
        )
    }

    private func change(_ call: Call, _ step: ScriptStep) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return try await call.daemon.wait(for: .script(step)).content
        } catch {
            throw Problem(error)
        }
    }

    private func tagged(_ content: ByteBuffer, status: HTTPResponse.Status) throws(Problem) -> Response {
        var response = json(content, status: status)
        response.headers[.eTag] = "\"\(try decode(SceneText.self, from: content).tag)\""
        return response
    }
}
