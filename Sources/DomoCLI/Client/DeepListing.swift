import DomoLanguage

/// Reads a listing however deep its sectors nest: JSONDecoder reads 512 brackets inside each other, and a house may
/// have a few more. Only where that is so is anything cut.
enum DeepListing {
    /// More places inside each other than a house file may have.
    private static let deepest = 300

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
            guard depth < deepest, let sectors = JSONSlices.members(of: bytes)?["sectors"],
                let parts = JSONSlices.elements(of: sectors)
            else { throw error }
            var view = try ReplyLine.decode(PlaceView.self, from: emptied(bytes, at: sectors))
            for part in parts { view.sectors.append(try place(part, depth: depth + 1)) }
            return view
        }
    }

    /// The same with an empty array in the place of a part of it.
    private static func emptied(_ bytes: ArraySlice<UInt8>, at part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        (bytes[..<part.startIndex] + Array("[]".utf8) + bytes[part.endIndex...])
    }
}
