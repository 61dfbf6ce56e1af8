import DomoLanguage
import DomoModel

extension SceneCheck {
    /// The steps that can't be sent: their facet is not connected, or its link has no signal for the value. The scenes
    /// still run, and these steps fail.
    ///
    /// Steps for houses without any link are left out, since each such house has a warning of its own. So are unknown
    /// names and values, which `findings(in:index:sites:)` reports.
    ///
    /// - Returns: warnings, scene by scene in the order of the text.
    public static func unsendable(in catalog: Catalog) -> [Finding] {
        guard !catalog.scenes.isEmpty, !catalog.links.isEmpty else { return [] }
        let houses = Houses(catalog, number: 0, at: Instant(uptime: 0, wall: Timestamp(milliseconds: 0)))
        return catalog.scenes.flatMap { scene in
            scene.script.allSteps.lazy.compactMap { step in unsendable(step, of: scene, in: houses) }
                .prefix(SceneChecker.maxFindings)
        }
    }

    private static func unsendable(_ step: Script.Step, of scene: Catalog.Scene, in houses: Houses) -> Finding? {
        let order: Order
        let place: Script.At
        switch step.kind {
        case .order(let own, let at): (order, place) = (own, at)
        case .ramp(let name, to: let target, over: _):
            order = Order(element: name.text, wish: .level(.to(target)))
            place = Script.At(element: name.position)
        case .group(let group, let at):
            guard let fault = houses.refusal(of: group) else { return nil }
            let mistake = Script.Mistake(line: at.element.line, column: at.element.column, fault: fault)
            return Finding(file: scene.file, mistake: mistake, isWarning: true)
        case .wait, .waitUntil, .condition, .parallel, .scene, .stopScene, .log, .notify, .resolved, .call: return nil
        }
        guard let fault = houses.refusal(of: order) else { return nil }
        // An element that is not connected takes no value.
        let position = fault.code == .badConfiguration ? place.element : place.value ?? place.element
        let mistake = Script.Mistake(line: position.line, column: position.column, fault: fault)
        return Finding(file: scene.file, mistake: mistake, isWarning: true)
    }
}

extension Houses {
    /// Why an order can't be sent, whatever the state of its element; nil if it can, or if that depends on the state.
    fileprivate func refusal(of order: Order) -> Fault? {
        let id: ElementID
        let absolute: Value?
        do throws(Fault) {
            id = try element(named: order.element)
            _ = try order.wish.absoluteValue(for: self[id])
        } catch {
            // Reported with the mistakes of the scene.
            return nil
        }
        do throws(Fault) {
            absolute = try absoluteValue(of: order.wish, for: id)
        } catch {
            return error
        }
        if let absolute { return refusal(of: absolute, for: id) }
        switch order.wish {
        case .toggle:
            return refusal(of: .on, for: id) ?? refusal(of: .off, for: id)
        case .level, .value:
            // Other levels may have a signal.
            let refusals = [Percent.zero, Percent(clamping: 50), Percent(clamping: 100)].map {
                refusal(of: .level($0), for: id)
            }
            return refusals.contains(nil) ? nil : refusals.first ?? nil
        }
    }

    /// Why an order for a place sets no device: none of those that take the value is connected.
    fileprivate func refusal(of group: GroupOrder) -> Fault? {
        guard !group.isOff else { return nil }
        do throws(Fault) {
            let place = try index.place(of: group)
            let able = try index.devices(taking: group, in: place)
            // A house without a link has a warning of its own.
            guard able.contains(where: { link(ofHouse: index.house(of: $0.element)) != nil }),
                !able.contains(where: { isOrderable($0.element, $0.value.type) })
            else { return nil }
            return Fault(
                .badConfiguration,
                "no device in \(index[place].path) that can be set to \"\(group.value.prefix(80))\" is connected",
                hint: "\"domo ls -r \(Words.quoted(group.place))\" lists what is in it"
            )
        } catch {
            // Reported with the mistakes of the scene.
            return nil
        }
    }

    private func refusal(of value: Value, for id: ElementID) -> Fault? {
        // A house without a link has a warning of its own.
        guard endpoint(of: id, value.type) != nil || link(ofHouse: index.house(of: id)) != nil else { return nil }
        do throws(Fault) {
            _ = try signal(for: value, of: id)
            return nil
        } catch {
            return error
        }
    }
}
