import DomoLanguage
import DomoModel

/// The IDs of houses, sectors and elements, which stay when they are renamed or moved. They are computed when somebody
/// asks.
///
/// An ID is 16 characters, `a` to `z` and `2` to `7` (base32 of RFC 4648): the first 80 bits of the SHA-256 of the path
/// that the thing had first (`Identities`). Among 100,000 things, two have the same ID with a probability of 4 · 10⁻¹⁵.
struct StableIDs: Sendable {
    private static let characters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let bytes = 10

    /// Without a database, all IDs are those of the present paths.
    let identities: Identities

    /// Nil if the machine can't compute a SHA-256.
    func id(of path: String) -> String? {
        do throws(Fault) {
            return Self.text(try TokenDigest(of: identities.origin(of: path)).bytes.prefix(Self.bytes))
        } catch {
            return nil
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(characters[bits >> count & 31])
            }
            bits &= 1 << count - 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Adds the IDs of what was asked for to the reply to `show` or `ls`, not those of the contents of a place.
    ///
    /// - Parameter withContents: whether to add those of everything in the reply to `model`.
    func added(to reply: Reply, withContents: Bool = false) -> Reply {
        if withContents, case .model(let model) = reply {
            return .model(ModelView(houses: model.houses.map(identified)))
        }
        if case .element(let element) = reply { return .element(identified(element)) }
        if case .place(let place) = reply { return .place(identified(place)) }
        guard case .listing(var listing) = reply else { return reply }
        listing.elements = listing.elements.map(identified)
        listing.places = listing.places.map(identified)
        return .listing(listing)
    }

    private func identified(_ element: ElementView) -> ElementView {
        var element = element
        element.id = id(of: element.path)
        element.parts = element.parts?.map(identified)
        return element
    }

    private func identified(_ place: ModelPlace) -> ModelPlace {
        var place = place
        place.id = id(of: place.path)
        place.elements = place.elements.map(identified)
        place.sectors = place.sectors.map(identified)
        return place
    }

    private func identified(_ element: ModelElement) -> ModelElement {
        var element = element
        element.id = id(of: element.path)
        element.parts = element.parts?.map(identified)
        return element
    }

    private func identified(_ place: PlaceView) -> PlaceView {
        var place = place
        place.id = id(of: place.path)
        return place
    }
}
