import DomoEngine
import DomoLanguage
import DomoModel
import Glibc

extension Configuration {
    /// The access rules of the configuration file.
    struct Access: Equatable, Sendable {
        /// The name of a house, sector or element, and its position in the file.
        struct Place: Equatable, Sendable {
            var name: String
            /// `domod.yaml:3:14`
            var position: String
        }

        struct Grant: Equatable, Sendable {
            var subject: AccessRules.Subject
            var role: Role
            /// Nil if it is not limited to places.
            var places: [Place]?
            /// Whether it includes orders for locks, gates, garages and doors.
            var opensDoors = true
        }

        var grants: [Grant] = []
        var orderRates = AccessRules.OrderRates()
        /// Warnings about users and groups that do not exist on this machine.
        var warnings: [String] = []
    }
}

extension Configuration.Access {
    /// - Parameter services: the users of domo's own programs that exist on this machine.
    /// - Returns: the rules, and a warning for each place that is in none of the houses.
    func rules(for index: HouseIndex, services: [UInt32: ServiceUser] = [:]) -> (rules: AccessRules, warnings: [String])
    {
        var rules = AccessRules(owner: geteuid(), services: services)
        rules.orderRates = orderRates
        var warnings = warnings
        for grant in grants {
            // Ignoring an unknown place must not widen the grant to everything: the list may become empty, but not nil.
            let places = grant.places.map { places in
                places.compactMap { place in
                    do throws(NameFault) {
                        return try index.wholePath(of: place.name)
                    } catch {
                        warnings.append("\(place.position): \(error.text(unknown: "house, sector or element"))")
                        return nil
                    }
                }
            }
            rules.grants[grant.subject] = AccessRules.Grant(
                role: grant.role,
                places: places,
                opensDoors: grant.opensDoors
            )
        }
        return (rules, warnings)
    }
}

extension HouseIndex {
    /// The whole path of a house or sector, else of an element.
    fileprivate func wholePath(of name: String) throws(NameFault) -> String {
        do throws(NameFault) {
            return self[try place(named: name)].path
        } catch .unknown {
            return path(of: try element(named: name))
        }
    }
}
