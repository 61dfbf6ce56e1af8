import DomoLanguage

/// What the daemon answered to a request.
struct Answer {
    /// What stands under `ok`, as it came.
    let bytes: ArraySlice<UInt8>
    let request: Request

    func decode<Content: Decodable>(_: Content.Type = Content.self) throws(Fault) -> Content {
        try ReplyLine.decode(Content.self, from: bytes)
    }
}
