import CLibXML2
import DomoKNX
import DomoLanguage

/// The KNX bindings of a house file, with their nodes.
struct ExistingHouse {
    struct Facet {
        var node: xmlNodePtr
        var kind: FacetDraft.Kind
        var command: GroupAddress?
        var states: [GroupAddress]
        var addresses: Set<GroupAddress>
    }

    struct Element {
        var node: xmlNodePtr
        var place: xmlNodePtr
        var name: String
        var facets: [Facet]
        /// The device that it is a part of.
        var device: xmlNodePtr?

        func shares(commandOf draft: ElementDraft) -> Bool {
            let commands = Set(draft.facets.compactMap(\.command))
            return facets.contains { $0.command.map { commands.contains($0) } ?? false }
        }

        func shares(stateOf draft: ElementDraft) -> Bool {
            let states = Set(draft.facets.flatMap(\.states))
            return facets.contains { !states.isDisjoint(with: $0.states) }
        }
    }

    private(set) var elements: [Element] = []
    /// Every address in the file, with the name of its element or place.
    private(set) var addresses: [GroupAddress: String] = [:]
    /// The addresses that the last import knew; nil if there was none.
    private(set) var known: Set<GroupAddress>?
    /// Nil if unknown.
    private(set) var isEnglish: Bool?
    private(set) var house: xmlNodePtr?
    /// Whether the file itself is in English; its bindings may be in the other language.
    let isEnglishHouse: Bool

    static let extensions = "urn:domo:house:1"

    /// The attributes that contain addresses.
    private static let addressNames: Set<String> = {
        var names: Set<String> = []
        for words in KNXWords.both {
            names.formUnion([
                words.command, words.state, words.group, words.relative, words.stop, words.step, words.moving,
                words.direction, words.locked,
            ])
        }
        return names
    }()

    init(_ tree: XMLTree) {
        isEnglishHouse = tree.root.name == "Houses"
        for node in tree.root.nodes where node.pointee.type == XML_PI_NODE && node.name == HouseNotes.target {
            known = (known ?? []).union(HouseNotes.addresses(inRecord: node.content))
        }
        for node in tree.root.elements where node.name == "Vivienda" || node.name == "House" {
            house = house ?? node
            read(place: node)
        }
    }

    private mutating func read(place: xmlNodePtr) {
        for node in place.elements {
            switch node.name {
            case "Sector": read(place: node)
            case "Dispositivo", "Servicio", "Device", "Service": read(element: node, in: place)
            default: if node.namespace == KNXWords.namespace { _ = noteAddresses(in: node, of: Self.name(of: place)) }
            }
        }
    }

    private mutating func read(element: xmlNodePtr, in place: xmlNodePtr, device: xmlNodePtr? = nil) {
        let name = Self.name(of: element)
        var facets: [Facet] = []
        for node in element.elements where node.namespace == KNXWords.namespace {
            let addresses = noteAddresses(in: node, of: name)
            guard let kind = KNXWords.kind(called: node.name) else { continue }
            let isEnglish = KNXWords(isEnglish: true).kind(kind) == node.name
            self.isEnglish = self.isEnglish ?? isEnglish
            facets.append(
                Facet(
                    node: node,
                    kind: kind,
                    command: Self.list(node, KNXWords.both.map(\.command)).first,
                    states: Self.list(node, KNXWords.both.map(\.state)),
                    addresses: addresses
                )
            )
        }
        elements.append(Element(node: element, place: place, name: name, facets: facets, device: device))
        for part in Self.parts(of: element) { read(element: part, in: place, device: element) }
    }

    static func parts(of element: xmlNodePtr) -> [xmlNodePtr] { extensions(of: element, called: ["Parte", "Part"]) }

    /// The children of the namespace of extensions with one of the names.
    static func extensions(of node: xmlNodePtr, called names: Set<String>) -> [xmlNodePtr] {
        node.elements.filter { $0.namespace == extensions && names.contains($0.name) }
    }

    /// All addresses of a binding and of its children.
    private mutating func noteAddresses(in node: xmlNodePtr, of owner: String) -> Set<GroupAddress> {
        var found: Set<GroupAddress> = []
        for name in Self.addressNames {
            for address in Self.list(node, [name]) {
                found.insert(address)
                addresses[address] = addresses[address] ?? owner
            }
        }
        for inner in node.elements { found.formUnion(noteAddresses(in: inner, of: owner)) }
        return found
    }

    static func list(_ node: xmlNodePtr, _ names: [String]) -> [GroupAddress] {
        names.compactMap { node.attribute($0) }.flatMap { $0.split { $0.isWhitespace || $0 == "," } }
            .compactMap { GroupNotation.address($0) }
    }

    static func name(of node: xmlNodePtr) -> String {
        node.elements.first { $0.name == "Nombre" || $0.name == "Name" }?.trimmedContent ?? ""
    }
}
