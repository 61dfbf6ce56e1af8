extension DataFrame {
    /// What an indication means to whoever is connected. Frames that are not for groups (those of device management)
    /// mean nothing.
    ///
    /// - Parameter message: the octets that it was decoded from.
    func report(_ message: [UInt8]) -> [BusAction] {
        if let telegram { return [.received(telegram, frame: message)] }
        guard case .secure = content, case .group(let group) = destination else { return [] }
        return [.note("\(source) sends to \(group) with KNX Data Secure, which is not supported: it can't be read")]
    }
}

extension GroupTelegram {
    /// As it comes back from the bus: no octets are 6 bits of 0 there.
    var canonical: GroupTelegram {
        var telegram = self
        switch service {
        case .response(.octets([])): telegram.service = .response(.bits(0))
        case .write(.octets([])): telegram.service = .write(.bits(0))
        case .read, .response, .write: break
        }
        return telegram
    }
}
