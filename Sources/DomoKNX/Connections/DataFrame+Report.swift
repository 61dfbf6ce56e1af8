extension DataFrame {
    /// The actions for an indication. Frames that are not for groups (device management) cause none.
    ///
    /// - Parameter message: The octets from which the frame was decoded.
    func report(_ message: [UInt8]) -> [BusAction] {
        if let telegram { return [.received(telegram, frame: message)] }
        guard case .secure = content, case .group(let group) = destination else { return [] }
        return [.note("\(source) sends to \(group) with KNX Data Secure, which is not supported; it is ignored")]
    }
}

extension FrameFault {
    /// The action for a cEMI message that can't be decoded: if its destination can be, it concerns that alone.
    func report(of message: [UInt8]) -> BusAction {
        let reason = "a telegram could not be decoded: \(self.message)"
        guard let heading = DataFrame.Heading(decoding: message) else { return .missed(reason: reason) }
        guard heading.code == .indication, case .group(let group) = heading.destination else { return .note(reason) }
        return .undecodable(
            UndecodableTelegram(
                source: heading.source,
                destination: group,
                reason: self.message,
                frame: message
            )
        )
    }
}

extension GroupTelegram {
    /// The telegram as the bus returns it: an empty payload becomes 6 bits of 0.
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
