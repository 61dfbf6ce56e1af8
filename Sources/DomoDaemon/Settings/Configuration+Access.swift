import DomoEngine
import DomoLanguage
import DomoModel
import Glibc

extension Configuration {
    /// Who may do what, as the file says it.
    struct Access: Equatable, Sendable {
        /// The name of a house, sector or element, and where it stands in the file.
        struct Place: Equatable, Sendable {
            var name: String
            /// `domod.yaml:3:14`
            var position: String
        }

        struct Grant: Equatable, Sendable {
            var subject: AccessRules.Subject
            var role: Role
            /// Nil where it is not limited to any.
            var places: [Place]?
        }

        var grants: [Grant] = []
        /// Users and groups that the machine does not know.
        var warnings: [String] = []
    }
}

extension Configuration.Access {
    /// - Parameter frontEnd: the user of the front end, where the machine has it.
    /// - Returns: also a warning for each place that is in none of the houses.
    func rules(for index: HouseIndex, frontEnd: uid_t? = nil) -> (rules: AccessRules, warnings: [String]) {
        var rules = AccessRules(owner: geteuid(), frontEnd: frontEnd)
        var warnings = warnings
        for grant in grants {
            // An unknown place is no place, and not everything.
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
            rules.grants[grant.subject] = AccessRules.Grant(role: grant.role, places: places)
        }
        return (rules, warnings)
    }
}

extension HouseIndex {
    /// The whole path of a house or sector, or else of an element.
    fileprivate func wholePath(of name: String) throws(NameFault) -> String {
        do throws(NameFault) {
            return self[try place(named: name)].path
        } catch .unknown {
            return path(of: try element(named: name))
        }
    }
}
