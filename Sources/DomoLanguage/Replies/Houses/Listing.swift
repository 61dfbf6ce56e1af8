/// The reply to `ls`: the requested places; or only the element, if the path names one.
public struct Listing: Equatable, Sendable {
    public var places: [PlaceView]
    public var elements: [ElementView]
    /// One line for people if the houses are an earlier version, because their files can't be loaded.
    public var notice: String?

    public init(places: [PlaceView], elements: [ElementView] = [], notice: String? = nil) {
        self.notice = notice
        self.places = places
        self.elements = elements
    }
}

extension Listing: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        places = try fields.field("places", object, \.pointee.places)
        elements = try fields.field("elements", object, \.pointee.elements)
        notice = try fields.field("notice", object, \.pointee.notice)
    }
}
