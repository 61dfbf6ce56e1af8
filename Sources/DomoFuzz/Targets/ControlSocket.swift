import DomoDaemon
import DomoEngine
import DomoLanguage
import DomoModel
import Glibc

/// The input of clients on the control socket, with the daemon from its connections down to a server that accepts
/// everything.
public struct ControlSocket: FuzzTarget {
    public static let name = "socket"

    private let daemon: SocketPairs

    public init() throws(Finding) {
        do {
            daemon = try SocketPairs(catalog: Self.catalog)
        } catch {
            throw Finding("the daemon does not start: \(error)")
        }
    }

    private static var catalog: Catalog {
        func elements(_ name: String, _ types: [FacetType]) -> [Element] {
            (0..<4).map { Element(name: "\(name)\($0)", kind: .device, types: FacetTypes(types) ?? FacetTypes()) }
        }
        let sectors = [
            Sector(name: "Salon", elements: elements("Lamp", [.binary]) + elements("Blind", [.bidirectional])),
            Sector(
                name: "Cocina",
                elements: elements("Dimmer", [.regulable, .binary]) + elements("Display", [.value])
            ),
        ]
        let scene = ScriptParser.parse("name Noche\nset Lamp0 off\ndim Dimmer1 10\n").script
        return Catalog(
            houses: [House(name: "Casa", sectors: sectors)],
            links: [Catalog.Link(label: "ready", profile: ReadyProfile(), port: ReadyLink())],
            linkOfHouse: [0],
            scenes: [Catalog.Scene(name: "Noche", file: "noche", script: scene)]
        )
    }

    public var corpus: [[UInt8]] {
        let session = RequestGrammar.samples.joined(separator: "\n") + "\n"
        return RequestGrammar.samples.map { Array(($0 + "\n").utf8) } + [Array(session.utf8)]
    }
    public var words: [String] { RequestGrammar.words + ["Lamp0", "Blind1", "Dimmer2", "Display3", "Noche", "\n"] }

    public func input(using random: inout Dice) -> [UInt8]? {
        Array((0..<1 + random.below(6)).map { _ in RequestGrammar.line(using: &random) + "\n" }.joined().utf8)
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let input = Self.withoutWaiting(input)
        let expected = Self.answerCount(input)
        let client = try PairedSocket { (descriptor) throws(Finding) in
            do {
                try daemon.serve(descriptor)
            } catch {
                throw Finding("the connection was not accepted: \(error)")
            }
        }
        var rest = input[...]
        while !rest.isEmpty {
            let part = rest.prefix(random.once(in: 4) ? 1 + random.below(40) : rest.count)
            try client.write(part)
            rest = rest.dropFirst(part.count)
        }
        client.endWriting()
        var answers = 0
        // Events may arrive between and after the replies.
        while answers < expected {
            guard let line = try client.readLine() else {
                throw Finding("the connection is closed after \(answers) replies, expected \(expected)")
            }
            try expect(JSONLine.isValid(line), "a reply that is not a line of JSON: \(Finding.shown(Array(line)))")
            if !line.starts(with: #"{"event""#.utf8) { answers += 1 }
        }
        guard !Self.watches(input) else { return }
        if let line = try client.readLine() { throw Finding("unexpected reply: \(Finding.shown(Array(line)))") }
    }

    /// Nothing sends notices here: the reply to one that waits for its outcomes would take a minute.
    private static func withoutWaiting(_ input: [UInt8]) -> [UInt8] {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let changed = lines.map { line in
            guard let text = String(validating: line, as: UTF8.self), case .notify(var notice)? = request(text),
                notice.waits
            else { return Array(line) }
            notice.waits = false
            return Array(Request.notify(notice).line.utf8)
        }
        return Array(changed.joined(separator: [UInt8(ascii: "\n")]))
    }

    private static func request(_ text: String) -> Request? { (try? RequestParser.parse(text)) ?? nil }

    /// Each nonempty line gets one reply, even an unterminated one.
    private static func answerCount(_ input: [UInt8]) -> Int {
        let hasPart = input.last.map { $0 != UInt8(ascii: "\n") } ?? false
        return Lines.lines(of: input).count(where: isAnswered) + (hasPart ? 1 : 0)
    }

    private static func isAnswered(_ line: LineBuffer.Line) -> Bool {
        guard case .text(let text) = line else { return true }
        do throws(Fault) {
            return try RequestParser.parse(text) != nil
        } catch {
            return true
        }
    }

    /// Whether the connection stays open for events.
    private static func watches(_ input: [UInt8]) -> Bool {
        Lines.lines(of: input).contains { line in
            if case .text(let text) = line, case .watch? = request(text) { return true }
            return false
        }
    }
}
