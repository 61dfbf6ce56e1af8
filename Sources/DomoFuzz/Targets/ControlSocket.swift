import DomoDaemon
import DomoEngine
import DomoLanguage
import DomoModel
import Glibc

/// What clients write to the control socket, with the daemon from its connections down to a server that takes all.
public struct ControlSocket: FuzzTarget {
    public static let name = "socket"

    private let daemon: SocketPairs

    public init() throws(Finding) {
        do {
            daemon = try SocketPairs(catalog: Self.catalog)
        } catch {
            throw Finding("the daemon's part does not start: \(error)")
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
        let expected = Self.answerCount(input)
        let client = try PairedSocket { (descriptor) throws(Finding) in
            do {
                try daemon.serve(descriptor)
            } catch {
                throw Finding("the connection is not taken: \(error)")
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
        // Events may come between and behind the answers.
        while answers < expected {
            guard let line = try client.readLine() else {
                throw Finding("\(answers) answers, expected \(expected), and the connection is closed")
            }
            try expect(JSONLine.isValid(line), "an answer that is no line of JSON: \(Finding.shown(Array(line)))")
            if !line.starts(with: #"{"event""#.utf8) { answers += 1 }
        }
        guard !Self.watches(input) else { return }
        if let line = try client.readLine() { throw Finding("an answer too many: \(Finding.shown(Array(line)))") }
    }

    /// Each line that is not empty gets one answer; one that has no end too.
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

    /// Whether the connection stays open to tell of events.
    private static func watches(_ input: [UInt8]) -> Bool {
        Lines.lines(of: input).contains { line in
            guard case .text(let text) = line else { return false }
            do throws(Fault) {
                if case .watch = try RequestParser.parse(text) { return true }
                return false
            } catch {
                return false
            }
        }
    }
}
