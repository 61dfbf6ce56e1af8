import DomoTestKit
import Foundation
import Testing

/// A `domo-web` for the daemon of a household, used with curl.
struct WebServer {
    /// The response to curl.
    struct Answer {
        var status: Int
        var headers: String
        var body: String

        func field(_ name: String) throws -> JSONValue? {
            guard case .object(let object) = try JSONDecoder().decode(JSONValue.self, from: Data(body.utf8)) else {
                return nil
            }
            return object[name]
        }
    }

    let household: Household
    let process: ChildProcess
    let url: String

    init(_ household: Household, _ options: [String] = []) throws {
        self.household = household
        process = try household.start(
            "domo-web",
            ["--socket", household.socket, "--listen", "127.0.0.1:0"] + options
        )
        url = try process.wait(for: "its address") { output, _ in
            output.split(separator: "\n").lazy.compactMap { line in
                line.hasPrefix("domo-web: listening on ") && !line.contains(" for ") ? String(line.dropFirst(23)) : nil
            }.first
        }
    }

    var port: Int { URL(string: url)?.port ?? 0 }

    private init(_ household: Household, _ process: ChildProcess, url: String) {
        (self.household, self.process, self.url) = (household, process, url)
    }

    /// Its listener for the original application.
    var original: WebServer {
        get throws {
            let url = try process.wait(for: "the second address") { output, _ in
                output.split(separator: "\n").lazy.compactMap { line in
                    line.hasSuffix(" for the original application")
                        ? line.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init) : nil
                }.first
            }
            return WebServer(household, process, url: url)
        }
    }

    /// A new token; the same one again in a shared household.
    func token(_ options: String...) throws -> String {
        if let known = household.tokens?[options] { return known }
        let finished = try household.run("domo", ["--json", "token", "new"] + options)
        expect(finished)
        let given = try JSONDecoder().decode(JSONValue.self, from: Data(finished.output.utf8))
        guard case .object(let object) = given, case .string(let token)? = object["token"] ?? object["code"] else {
            throw Missing()
        }
        if !options.contains("--code") { household.tokens?[options] = token }
        return token
    }

    struct Missing: Error {}

    /// The two halves of a browser's token, as options of curl.
    struct Browser {
        var cookie: [String]
        var key: [String]
        var both: [String] { cookie + key }
    }

    /// Signs a browser in.
    ///
    /// - Parameter more: further options of its token.
    func browser(_ name: String = "browser", more: String? = nil) throws -> Browser {
        let code = try more.map { try token(name, "--code", $0) } ?? token(name, "--code")
        let signIn = try post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", "Origin: \(url)")
        let line = signIn.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
        guard case .string(let key)? = try signIn.field("key"),
            let cookie = line?.dropFirst(12).split(separator: ";").first
        else { throw Missing() }
        return Browser(cookie: ["-H", "Cookie: \(cookie)"], key: ["-H", "Domo-Key: \(key)"])
    }

    /// - Parameter curl: its options.
    func ask(_ path: String, token: String? = nil, _ curl: String...) throws -> Answer {
        try ask(path, token: token, curl)
    }

    func post(_ path: String, token: String? = nil, _ json: String, _ curl: String...) throws -> Answer {
        try ask(path, token: token, ["-H", "Content-Type: application/json", "-d", json] + curl)
    }

    /// Starts a stream of events.
    func startStream(token: String, _ path: String = "/api/v1/events") throws -> ChildProcess {
        let stream = try household.start(
            "/usr/bin/curl",
            ["-sSN", "--max-time", "300", "-H", "Authorization: Bearer \(token)", url + path]
        )
        try stream.wait(for: "the snapshot") { output, _ in output.contains("event: snapshot") ? () : nil }
        return stream
    }

    func ask(_ path: String, token: String?, _ curl: [String]) throws -> Answer {
        var arguments = ["-sS", "-i", "--max-time", "60", "--path-as-is"] + curl
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        let finished = try household.run("/usr/bin/curl", arguments + [url + path])
        let parts = finished.output.replacing("\r\n", with: "\n").split(separator: "\n\n", maxSplits: 1)
        let head = parts.first.map(String.init) ?? ""
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
        return Answer(status: status, headers: head, body: parts.count > 1 ? String(parts[1]) : "")
    }
}
