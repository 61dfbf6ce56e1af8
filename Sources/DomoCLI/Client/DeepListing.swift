import DomoLanguage

/// Decodes a listing of any depth. JSONDecoder is limited to 512 nested brackets, and a house may have a few more; only
/// such a listing is split.
enum DeepListing {
    /// Deeper than a house file may be.
    private static let maxDepth = 300

    static func decode(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Listing {
        do throws(Fault) {
            return try ReplyLine.decode(Listing.self, from: bytes)
        } catch {
            guard let places = JSONSlices.members(of: bytes)?["places"], let parts = JSONSlices.elements(of: places)
            else { throw error }
            var listing = try ReplyLine.decode(Listing.self, from: emptied(bytes, at: places))
            for part in parts { listing.places.append(try place(part, depth: 1)) }
            return listing
        }
    }

    private static func place(_ bytes: ArraySlice<UInt8>, depth: Int) throws(Fault) -> PlaceView {
        do throws(Fault) {
            return try ReplyLine.decode(PlaceView.self, from: bytes)
        } catch {
            guard depth < maxDepth, let sectors = JSONSlices.members(of: bytes)?["sectors"],
                let parts = JSONSlices.elements(of: sectors)
            else { throw error }
            var view = try ReplyLine.decode(PlaceView.self, from: emptied(bytes, at: sectors))
            for part in parts { view.sectors.append(try place(part, depth: depth + 1)) }
            return view
        }
    }

    /// The same bytes with an empty array in place of a part.
    private static func emptied(_ bytes: ArraySlice<UInt8>, at part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        (bytes[..<part.startIndex] + Array("[]".utf8) + bytes[part.endIndex...])
    }
}
