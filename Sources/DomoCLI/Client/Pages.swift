import DomoLanguage

/// An answer too long for one line, which comes page by page: each names where the next begins.
struct Pages {
    let client: ControlClient

    /// Asks for page after page until there is no more, and keeps none.
    ///
    /// - Parameters:
    ///   - request: for the page behind `after`; for the first one where that is nil.
    ///   - take: gets each page in the bytes in which it came, and returns where the next one begins.
    /// - Throws: `unreachable` where the daemon names a page that it has given already: that would never end.
    func forEach(
        _ request: (_ after: String?) -> Request,
        _ take: (ArraySlice<UInt8>) throws(Fault) -> String?
    ) throws(Fault) {
        var after: String?
        while true {
            let next = try take(client.ask(request(after)).content())
            guard let next else { return }
            guard next != after else {
                throw Fault(
                    .unreachable,
                    "the daemon names the same page twice",
                    hint: "domo and domod may be of different versions: domo --version, domod --version"
                )
            }
            after = next
        }
    }
}
