import DomoLanguage
import DomoModel

// Replies to `ls` and `model`.

extension HouseShowing where Self: ~Copyable {
    fileprivate func listing(
        _ places: [PlaceID],
        recursive: Bool,
        language: String?,
        seenIn scope: Scope
    ) -> Listing {
        Listing(
            places: places.map { view(of: $0, recursive: recursive, language: language, seenIn: scope) },
            notice: houses.notice
        )
    }

    private func view(of id: PlaceID, recursive: Bool, language: String?, seenIn scope: Scope) -> PlaceView {
        let place = houses.index[id]
        let scope = inside(id, scope)
        return PlaceView(
            path: place.path,
            name: place.name,
            kind: place.isHouse ? "house" : "sector",
            label: place.details?.label(in: language, own: houses.index.languages[place.house]),
            elements: elements(of: place, seenIn: scope).map { view(of: $0, language: language) },
            sectors: sectors(of: place, seenIn: scope).map {
                recursive
                    ? view(of: $0, recursive: true, language: language, seenIn: scope)
                    : summary(of: $0, language: language, seenIn: scope)
            },
            count: count(in: id, seenIn: scope)
        )
    }

    fileprivate func model(_ places: [PlaceID], seenIn scope: Scope) -> ModelView {
        ModelView(houses: places.map { model(of: $0, seenIn: scope) })
    }

    private func model(of id: PlaceID, seenIn scope: Scope) -> ModelPlace {
        let place = houses.index[id]
        let scope = inside(id, scope)
        return ModelPlace(
            path: place.path,
            name: place.name,
            kind: place.isHouse ? "house" : "sector",
            labels: ModelLabels(place.details?.labels),
            icon: place.details?.icon,
            plan: place.details?.plan == nil || !scope.holds(place.path) ? nil : true,
            position: position(of: place.path, place.details),
            elements: elements(of: place, seenIn: scope).map { model(of: $0) },
            sectors: sectors(of: place, seenIn: scope).map { model(of: $0, seenIn: scope) }
        )
    }

    private func model(of id: ElementID) -> ModelElement {
        let element = houses[id]
        let details = element.details
        let writable = element.types.filter { houses.takesOrders(id, $0) }
        var model = ModelElement(
            path: houses.path(of: id),
            name: element.name,
            kind: element.kind.word,
            types: element.types.map(\.word),
            writable: writable.map(\.word)
        )
        model.dims = houses.dims(id) ? true : nil
        model.openAt = openAt(id)
        model.isVirtual = element.isVirtual ? true : nil
        model.isButton = houses.isButton(id) ? true : nil
        model.labels = ModelLabels(details?.labels)
        model.icon = details?.icon
        model.unit = details?.unit
        model.minimum = details?.minimum?.double
        model.maximum = details?.maximum?.double
        model.step = details?.step?.double
        model.position = position(of: model.path, details)
        model.role = details?.role?.word
        model.elementClass = details?.elementClass?.word
        if let options = details?.options, !options.isEmpty {
            model.options = options.map { ModelElement.Option(value: $0.value, labels: ModelLabels($0.labels)) }
        }
        if element.types.contains(.colour) {
            let light = details?.light ?? LightModes()
            let white = light.white.map { ModelElement.Kelvins(minimum: $0.lowerBound, maximum: $0.upperBound) }
            model.light = ModelElement.Light(colours: light.hasColours, white: white)
        }
        let parts = houses.index.parts(of: id)
        model.parts = parts.isEmpty ? nil : parts.map { self.model(of: ElementID($0)) }
        return model
    }

    private func position(of path: String, _ details: Details?) -> ModelElement.Position? {
        positions[path] ?? details?.position.map { ModelElement.Position(x: $0.x, y: $0.y) }
    }

    /// Without its contents.
    func summary(of id: PlaceID, language: String?, seenIn scope: Scope) -> PlaceView {
        let place = houses.index[id]
        return PlaceView(
            path: place.path,
            name: place.name,
            kind: place.isHouse ? "house" : "sector",
            label: place.details?.label(in: language, own: houses.index.languages[place.house]),
            elements: [],
            sectors: [],
            count: count(in: id, seenIn: scope)
        )
    }

    /// The number of elements in a place, including its sectors, without their parts.
    func count(in id: PlaceID, seenIn scope: Scope) -> Int {
        let place = houses.index[id]
        let scope = inside(id, scope)
        let isWhole = !scope.isLimited && !houses.index.hasParts
        let own = isWhole ? place.elements.count : elements(of: place, seenIn: scope).count
        return sectors(of: place, seenIn: scope).reduce(own) { $0 + count(in: $1, seenIn: scope) }
    }

    /// All elements in a place, and their parts.
    func collect(_ id: PlaceID, seenIn scope: Scope, into found: inout [ElementID]) {
        let place = houses.index[id]
        let scope = inside(id, scope)
        let all = place.elements.map { ElementID($0) }
        found += scope.isLimited ? all.filter { scope.shows($0, of: houses.index) } : all
        for inner in sectors(of: place, seenIn: scope) { collect(inner, seenIn: scope, into: &found) }
    }

    /// A scope that is limited outside a place may contain all of the place.
    private func inside(_ id: PlaceID, _ scope: Scope) -> Scope {
        scope.isLimited && scope.holds(houses.index[id].path) ? .everything : scope
    }

    /// The devices and services in a place, and parts whose device is not visible.
    private func elements(of place: HouseIndex.Place, seenIn scope: Scope) -> [ElementID] {
        let index = houses.index
        let all = place.elements.map { ElementID($0) }
        guard scope.isLimited || index.hasParts else { return all }
        return all.filter { id in
            scope.shows(id, of: index) && index.owner(of: id).map { !scope.shows($0, of: index) } ?? true
        }
    }

    private func sectors(of place: HouseIndex.Place, seenIn scope: Scope) -> [PlaceID] {
        scope.isLimited ? place.places.filter { scope.shows($0, of: houses.index) } : place.places
    }
}

extension Engine {
    /// Longer lists are computed outside the engine.
    private static let maxListed = 256

    mutating func list(
        _ path: String?,
        recursive: Bool,
        language: String?,
        seenIn scope: Scope,
        for id: RequestID
    ) throws(Fault) {
        var places: [PlaceID] = []
        if let path {
            switch try houses.find(path, seenIn: scope) {
            case .place(let place): places = [place]
            case .element(let element):
                let view = view(of: element, language: language)
                outbox.reply(id, .listing(Listing(places: [], elements: [view], notice: houses.notice)))
                return
            }
        } else {
            places = houses.index.roots.filter { scope.shows($0, of: houses.index) }
        }
        guard isShort(places) else {
            let house = HouseSnapshot(self)
            return outbox.work(
                id,
                LongAnswer { [places] in
                    .listing(house.listing(places, recursive: recursive, language: language, seenIn: scope))
                }
            )
        }
        outbox.reply(id, .listing(listing(places, recursive: recursive, language: language, seenIn: scope)))
    }

    /// - Parameter ids: whether the reply has IDs, which are computed outside the engine.
    mutating func model(_ path: String?, ids: Bool, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        var places = houses.index.roots.filter { scope.shows($0, of: houses.index) }
        if let path {
            guard case .place(let place) = try houses.find(path, seenIn: scope) else {
                throw Fault(.unknownPlace, "\(path) is an element", hint: "use the house or sector that holds it")
            }
            places = [place]
        }
        guard !ids, isShort(places) else {
            let house = HouseSnapshot(self)
            let answer = LongAnswer(needsIDs: ids) { [places] in .model(house.model(places, seenIn: scope)) }
            return outbox.work(id, answer)
        }
        outbox.reply(id, .model(model(places, seenIn: scope)))
    }

    /// Counts elements that are not visible too, since filtering looks at all of them, and parts.
    private func isShort(_ places: [PlaceID]) -> Bool {
        places.reduce(0) { $0 + size(of: $1) } <= Self.maxListed
    }

    private func size(of id: PlaceID) -> Int {
        let place = houses.index[id]
        return place.places.reduce(place.elements.count) { $0 + size(of: $1) }
    }
}

extension Details {
    /// The label in a language (`es-ES`), otherwise in the language without its region, or with another one; otherwise
    /// the house's own: the label for any language, or else that in the language of most of its labels.
    ///
    /// - Parameters:
    ///   - language: nil for the house's own.
    ///   - own: the language of most labels of the house.
    /// - Returns: nil if the name is to be shown.
    func label(in language: String?, own: String?) -> String? {
        guard !labels.isEmpty else { return nil }
        func found(_ fits: (String) -> Bool) -> String? {
            labels.filter { !$0.key.isEmpty && fits($0.key) }.min { $0.key < $1.key }?.value
        }
        func primary(_ tag: String) -> String { tag.lowercased().prefix { $0 != "-" }.description }
        func label(in language: String) -> String? {
            found { $0.lowercased() == language.lowercased() } ?? found { $0.lowercased() == primary(language) }
                ?? found { primary($0) == primary(language) }
        }
        return language.flatMap(label(in:)) ?? labels[""] ?? own.flatMap(label(in:))
    }
}
