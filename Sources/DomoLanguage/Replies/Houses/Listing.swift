/// The reply to `ls`: the requested places; or only the element, if the path names one.
public struct Listing: Equatable, Sendable {
    public var places: [PlaceView]
    public var elements: [ElementView]

    public init(places: [PlaceView], elements: [ElementView] = []) {
        self.places = places
        self.elements = elements
    }
}

extension Listing: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        places = try fields.field("places", object, \.pointee.places)
        elements = try fields.field("elements", object, \.pointee.elements)
    }
}
