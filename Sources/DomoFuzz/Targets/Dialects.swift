import DomoEngine
import DomoHTTP
import DomoModel
import DomoYAML

/// Dialect files, which anybody may write.
public struct Dialects: FuzzTarget {
    public static let name = "dialects"

    private let loop = CurlLoop()

    public init() {}

    public var corpus: [[UInt8]] {
        (Dialect.shipped.sorted { $0.key < $1.key }.map(\.value) + Self.samples).map { Array($0.utf8) }
    }

    public let words = [
        "order: ", "actions: ", "state: ", "kinds: ", "kind: ", "variables: ", "one: ", "all: ", "unknown: ", "map: ",
        "missing: ",
        "scale: 0-255", "scale: 100-0", "every: 30s", "max-age: 1m", "per-second: 5", "timeout: 2s",
        "confirm-after: 1s",
        "method: PUT", "url: \"{url}/x\"", "headers: {A: b}", "text: \"{value}\"", "form: {a: \"{name}\"}",
        "json: '{\"a\": {value}}'", "xml: '<a>{value}</a>'", "success: {status: 200-204, body: \"ok\"}",
        "json: a.b[0].c",
        "xpath: //a/@b", "regex: '\"a\":(\\d+)'", "regex: '(a+)+$'", "items: result", "name: id", "match: \"{name}\"",
        "binary: ", "regulable: ", "bidirectional: ", "value: ", "{on: [on], off: [off]}", "{up: open, down: closed}",
        "on: ", "off: ", "{secret: s3cret}", "{secret-file: key}", "key: {secret: \"a{b\\\"\"}",
        "headers: {X: {secret: s3cret}}", "form: {a: {secret: s3cret}}",
        "level: ", "up: ", "stop: ", "{url}", "{name}", "{path}", "{value}", "{value|scale 0-255}", "{value|round}",
        "{part|after _}", "units: [W]",
        "{user}",
        "{token}", "{{", "}}", "{of: \"{entity}\", until: \".\"}", "{", "}", "[", "]", ": ", ", ", "\n", "\n  ", "\"",
        "'", "&a ", "*a",
    ]

    public let maxLength = 8 * 1024

    private static let samples = [
        """
        variables: {id: "{name}"}
        order: {method: PUT, url: "{url}/{id}", headers: {X: "{path}"}, success: {status: 200-204, body: "ok|done"}}
        actions:
          on: {text: "1"}
          off: {form: {state: "0", "of": "{name}"}}
          level: {json: '{"a": {value|scale 0-255}, "b": "{name}"}'}
          text: {xml: '<a b="{name}">{value}</a>'}
        state:
          one: {url: "{url}/{id}", regex: '"state":"([^"]*)"'}
          unknown: [na, "?"]
          every: 20s
          per-second: 5
          binary: {map: {on: ["1", on], off: ["0"]}, missing: "0"}
          regulable: {xpath: "/a/@b", scale: 0-255}
          value: {json: 'a["b.c"][3].d', unknown: [none]}
        """,
        """
        variables: {k: {secret: "a{b}&c"}}
        actions:
          on: {url: "{url}/{k}", headers: {X: {secret: s3cret}}}
          off: {url: "{url}?k={k}", form: {k: {secret: s3cret}, l: "{k}"}}
        state: {all: {url: "{url}/{k}", name: id}, one: {url: "{url}/{k}"}, binary: , value: }
        """,
        """
        kind: {of: "{name}", until: ":"}
        kinds:
          lamp: {actions: {on: {url: "{url}/on"}, off: {url: "{url}/off"}}, state: {binary: {map: {on: a, off: b}}}}
          blind: {actions: {up: {url: "{url}?u={name}"}, down: {url: "{url}?d"}, stop: {url: "{url}?s"}}}
        state: {all: {url: "{url}/all", items: "result", name: id, match: "{name}", json: state}, max-age: 5m}
        """,
    ]

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let text = String(decoding: input, as: UTF8.self)
        let dialect: Dialect
        do throws(DialectFaults) {
            dialect = try Dialect.read(text, name: "fuzz", file: "fuzz.yaml")
        } catch {
            return try check(error.faults, in: text)
        }
        let settings = try Answers.settings(dialect)
        let link = HTTPLink(settings: settings, loop: loop)
        for target in Answers.targets {
            for action in Self.actions where target.types.contains(action.type) {
                try checkSignal(of: link, action, target)
            }
        }
        let answer = random.pick(Answers.samples)
        try Answers.check(settings, Array(answer.utf8), isForAll: random.once(in: 2))
    }

    private static let actions: [Value] = [
        .on, .off, .up, .down, .stop, .dimming(.up), .dimming(.stop), .level(.zero), .level(Percent(clamping: 37)),
        .text(""),
        .text("a \"b\" <c> & é\n{name}"), .text("***"), .text("a***b"),
    ]

    private func check(_ faults: [YAMLReader.Fault], in text: String) throws(Finding) {
        let places = 1...text.unicodeScalars.count + 2
        try expect(!faults.isEmpty, "rejected without faults")
        for fault in faults {
            try expect(
                places.contains(fault.line) && places.contains(fault.column),
                "\(fault) is outside of the file"
            )
            try expect(!fault.message.isEmpty && fault.file == "fuzz.yaml", "\(fault) lacks a message or the file")
        }
    }

    private func checkSignal(of link: HTTPLink, _ action: Value, _ target: Target) throws(Finding) {
        let (signal, prepared): (String, String)
        do throws(SignalFault) {
            signal = try link.profile.signal(for: action, of: target)
            prepared = try link.profile.prepare(action, for: target).text
        } catch {
            return try expect(!error.message.isEmpty, "no signal, without a reason")
        }
        try expect(prepared == signal, "prepared as \(prepared), not \(signal)")
        // By scalars: a body may begin with an accent, which would be one character with the space before it.
        let rest = signal.unicodeScalars.drop { $0 != " " }.dropFirst()
        let url = String(String.UnicodeScalarView(rest.prefix { $0 != " " && $0 != "\n" }))
        try expect(
            ["http://h/base", "http://h/base/", "http://h/base?"].contains { url.hasPrefix($0) },
            "the signal goes to another URL: \(signal)"
        )
        try expect(
            url.utf8.allSatisfy { (0x21...0x7E).contains($0) },
            "a URL with invalid characters: \(signal)"
        )
    }
}
