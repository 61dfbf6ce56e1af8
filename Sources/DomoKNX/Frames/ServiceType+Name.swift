extension ServiceType {
    /// `DISCONNECT_REQUEST`, as in the specifications; the number of a service that domo does not know.
    public var name: String {
        switch self {
        case .searchRequest: "SEARCH_REQUEST"
        case .searchResponse: "SEARCH_RESPONSE"
        case .descriptionRequest: "DESCRIPTION_REQUEST"
        case .descriptionResponse: "DESCRIPTION_RESPONSE"
        case .connectRequest: "CONNECT_REQUEST"
        case .connectResponse: "CONNECT_RESPONSE"
        case .connectionStateRequest: "CONNECTIONSTATE_REQUEST"
        case .connectionStateResponse: "CONNECTIONSTATE_RESPONSE"
        case .disconnectRequest: "DISCONNECT_REQUEST"
        case .disconnectResponse: "DISCONNECT_RESPONSE"
        case .extendedSearchRequest: "SEARCH_REQUEST_EXTENDED"
        case .extendedSearchResponse: "SEARCH_RESPONSE_EXTENDED"
        case .tunnellingRequest: "TUNNELLING_REQUEST"
        case .tunnellingAck: "TUNNELLING_ACK"
        case .routingIndication: "ROUTING_INDICATION"
        case .routingLostMessage: "ROUTING_LOST_MESSAGE"
        case .routingBusy: "ROUTING_BUSY"
        default: description
        }
    }
}
