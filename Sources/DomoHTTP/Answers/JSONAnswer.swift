import FoundationEssentials

/// Finds values in a JSON answer. Only what is asked for is made into values; the rest is only checked for being JSON.
enum JSONAnswer {
    /// One item of a list that tells of many elements.
    struct Item: Sendable {
        /// Which of the wanted it tells of.
        var targets: [Int]
        /// For each of them, for each of its paths.
        var values: [[String?]]
    }

    /// What is looked for in a list of items.
    struct Search: Sendable {
        var items: JSONPath
        /// Where in an item its name stands; nil where the items are an object's values, named by their keys.
        var name: JSONPath?
        /// By name.
        var wanted: [String: [Int]]
        /// For each of the wanted; nil where nothing is looked for.
        var paths: [[JSONPath?]]
    }

    /// The values at the paths as texts; nil for what is not there, is null, or is no single value.
    /// - Returns: nil for what is not JSON.
    static func values(at paths: [JSONPath], in bytes: [UInt8]) -> [String?]? {
        decode(ValuesAt.self, from: bytes, key: .paths, paths)?.values
    }

    /// - Returns: nil for what is not JSON, or holds no list or object where the items should be.
    static func items(_ search: Search, in bytes: [UInt8]) -> [Item]? {
        decode(ItemsAt.self, from: bytes, key: .search, search)?.items
    }

    /// True where at one of the paths stands `null`.
    static func holdsNull(at paths: [JSONPath], in bytes: [UInt8]) -> Bool {
        decode(NullsAt.self, from: bytes, key: .paths, paths)?.isAny ?? false
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool { values(at: [], in: bytes) != nil }

    private static func decode<Answer: Decodable>(
        _ type: Answer.Type,
        from bytes: [UInt8],
        key: CodingUserInfoKey,
        _ plan: any Sendable
    ) -> Answer? {
        let decoder = JSONDecoder()
        decoder.userInfo[key] = plan
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch {
            // Where in the answer it went wrong helps nobody.
            return nil
        }
    }
}

extension CodingUserInfoKey {
    fileprivate static let paths = CodingUserInfoKey(rawValue: "paths")!
    fileprivate static let search = CodingUserInfoKey(rawValue: "search")!
}

private struct ValuesAt: Decodable {
    let values: [String?]

    init(from decoder: any Decoder) throws {
        guard let paths = decoder.userInfo[.paths] as? [JSONPath] else { throw NotHere() }
        values = paths.map { text(at: $0.steps[...], in: decoder) }
    }
}

private struct NullsAt: Decodable {
    let isAny: Bool

    init(from decoder: any Decoder) throws {
        guard let paths = decoder.userInfo[.paths] as? [JSONPath] else { throw NotHere() }
        isAny = try paths.contains { path in
            try DomoHTTP.decoder(at: path.steps[...], in: decoder)?.singleValueContainer().decodeNil() ?? false
        }
    }
}

private struct ItemsAt: Decodable {
    var items: [JSONAnswer.Item] = []

    init(from decoder: any Decoder) throws {
        guard let search = decoder.userInfo[.search] as? JSONAnswer.Search,
            let place = DomoHTTP.decoder(at: search.items.steps[...], in: decoder)
        else { throw NotHere() }
        if let name = search.name {
            var list = try place.unkeyedContainer()
            while !list.isAtEnd {
                let item = try list.superDecoder()
                if let name = text(at: name.steps[...], in: item) { add(item, named: name, search) }
            }
        } else {
            let object = try place.container(keyedBy: AnyKey.self)
            for (name, targets) in search.wanted {
                let key = AnyKey(stringValue: name)
                guard !targets.isEmpty, object.contains(key) else { continue }
                add(try object.superDecoder(forKey: key), named: name, search)
            }
        }
    }

    private mutating func add(_ item: any Decoder, named name: String, _ search: JSONAnswer.Search) {
        guard let targets = search.wanted[name] else { return }
        let values = targets.map { search.paths[$0].map { path in path.flatMap { text(at: $0.steps[...], in: item) } } }
        items.append(JSONAnswer.Item(targets: targets, values: values))
    }
}

private struct NotHere: Error {}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The decoder of what stands at a place; nil where there is nothing.
private func decoder(at steps: ArraySlice<JSONPath.Step>, in decoder: any Decoder) -> (any Decoder)? {
    guard let step = steps.first else { return decoder }
    do {
        switch step {
        case .key(let name):
            let object = try decoder.container(keyedBy: AnyKey.self)
            let key = AnyKey(stringValue: name)
            guard object.contains(key) else { return nil }
            return DomoHTTP.decoder(at: steps.dropFirst(), in: try object.superDecoder(forKey: key))
        case .index(let index):
            var list = try decoder.unkeyedContainer()
            guard index < list.count ?? 0 else { return nil }
            for _ in 0..<index { _ = try list.superDecoder() }
            return DomoHTTP.decoder(at: steps.dropFirst(), in: try list.superDecoder())
        }
    } catch {
        return nil
    }
}

private func text(at steps: ArraySlice<JSONPath.Step>, in whole: any Decoder) -> String? {
    guard let place = decoder(at: steps, in: whole) else { return nil }
    do {
        let value = try place.singleValueContainer()
        if value.decodeNil() { return nil }
        if let text = value.attempt(String.self) { return text }
        if let number = value.attempt(Int64.self) { return String(number) }
        if let number = value.attempt(Double.self) { return plainText(number) }
        return value.attempt(Bool.self).map { String($0) }
    } catch {
        return nil
    }
}

extension SingleValueDecodingContainer {
    /// The value, where it is of that kind.
    fileprivate func attempt<Value: Decodable>(_ type: Value.Type) -> Value? {
        do {
            return try decode(type)
        } catch {
            return nil
        }
    }
}
