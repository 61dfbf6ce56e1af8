import DomoLanguage

extension Rendering {
    /// A row for each interface; searched networks and problems below.
    func interfaces(_ list: InterfaceList) -> String {
        var table = Table(indentation: 0)
        let columns = ["NAME", "HOST", "ADDRESS", "SERIAL", "MAC", "SERVICES", "TUNNELS"]
        table.add(columns.map { Table.Cell($0, paint: style.faint) })
        for interface in list.interfaces {
            table.add([
                Table.Cell(DisplayText.safe(interface.name)), Table.Cell(DisplayText.safe(interface.host ?? "")),
                Table.Cell(DisplayText.safe(interface.address ?? "")),
                Table.Cell(DisplayText.safe(interface.serial ?? "")), Table.Cell(DisplayText.safe(interface.mac ?? "")),
                Table.Cell(services(interface)), slots(interface),
            ])
        }
        var text = table.text(fitting: width)
        for interface in list.interfaces {
            guard let sender = interface.sender, let host = interface.host else { continue }
            text +=
                style.doubtful("not sure:") + " \(DisplayText.safe(sender)) answered for \(DisplayText.safe(host))\n"
        }
        if !list.searched.isEmpty {
            text += style.faint("searched: \(DisplayText.safe(list.searched.joined(separator: ", ")))") + "\n"
        }
        for problem in list.problems { text += style.doubtful("not searched:") + " \(DisplayText.safe(problem))\n" }
        return text
    }

    /// The interfaces of the links, for `status`; empty if there are none.
    func connections(_ links: [LinkView]) -> String {
        var table = Table(indentation: 2)
        var isEmpty = true
        var below = ""
        for link in links {
            guard let connection = link.connection, connection != LinkConnection() else { continue }
            isEmpty = false
            if let dropped = connection.dropped {
                below += "  \(DisplayText.safe("\(link.key): \(Diagnosis.text(dropped))"))\n"
            }
            let interface = connection.interface
            table.add([
                Table.Cell(DisplayText.safe(link.key)), Table.Cell(DisplayText.safe(interface?.name ?? "")),
                Table.Cell(connection.address.map { "connected as \(DisplayText.safe($0))" } ?? "not connected"),
                Table.Cell(interface?.serial.map { "serial number \(DisplayText.safe($0))" } ?? ""),
                interface.map(slots) ?? Table.Cell(""),
            ])
        }
        return isEmpty ? "" : "buses\n" + table.text(fitting: width) + below
    }

    /// `tunnelling, routing, TCP; only with KNX Secure: tunnelling`
    private func services(_ interface: InterfaceView) -> String {
        // Every interface has these.
        let usual: Set = ["core", "device management"]
        var names = interface.services.map { service in
            service.split(separator: " ").filter { !($0.hasPrefix("v") && Int($0.dropFirst()) != nil) }
                .joined(separator: " ")
        }
        names.removeAll { usual.contains($0) }
        if interface.tcp { names.append("TCP") }
        var text = names.joined(separator: ", ")
        if !interface.secure.isEmpty {
            text += "; only with KNX Secure: \(interface.secure.joined(separator: ", "))"
        }
        return DisplayText.safe(text)
    }

    /// `2 of 4 in use`
    private func slots(_ interface: InterfaceView) -> Table.Cell {
        guard let slots = interface.slots, !slots.isEmpty else { return Table.Cell("") }
        let free = slots.count { $0.state == .free }
        let used = slots.count { $0.state == .inUse }
        var text = "\(used) of \(slots.count) in use"
        let others = slots.count - free - used
        if others > 0 { text += ", \(others) unusable" }
        return free == 0 ? Table.Cell(text, paint: style.bad) : Table.Cell(text)
    }
}
