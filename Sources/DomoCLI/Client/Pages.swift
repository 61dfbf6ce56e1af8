import DomoLanguage

/// A reply in several pages. Each page has the start of the next.
struct Pages {
    let client: ControlClient

    /// Requests all pages one after another, and keeps none.
    ///
    /// - Parameters:
    ///   - request: the request for the page after `after`, or for the first page if that is nil.
    ///   - handle: gets each page in its original bytes, and returns the start of the next one.
    /// - Throws: `unreachable` if the daemon returns the same page again, which would never end.
    func forEach(
        _ request: (_ after: String?) -> Request,
        _ handle: (ArraySlice<UInt8>) throws(Fault) -> String?
    ) throws(Fault) {
        var after: String?
        while true {
            let next = try handle(client.ask(request(after)).content())
            guard let next else { return }
            guard next != after else {
                throw Fault(
                    .unreachable,
                    "the daemon returned the same page twice",
                    hint: "domo and domod may have different versions: domo --version, domod --version"
                )
            }
            after = next
        }
    }
}
