import DomoLanguage

/// The successful reply to a request.
struct Answer {
    /// The value of `ok`, as received.
    let bytes: ArraySlice<UInt8>
    let request: Request

    func decode<Content: Decodable>(_: Content.Type = Content.self) throws(Fault) -> Content {
        try ReplyLine.decode(Content.self, from: bytes)
    }
}
