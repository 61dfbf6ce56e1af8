import DomoModel

// A label can be used as a name. In one place, a label that is not unique is of no use for that.
extension HouseBuilder {
    /// Notes the labels of the element that closes.
    mutating func noteLabels(_ draft: DetailsDraft) {
        let place = places.count - 1
        for label in draft.labels.values.sorted() {
            let folded = FoldedName.fold(label)
            guard let first = places[place].labels[folded] else {
                places[place].labels[folded] = (element.name.text, element.position)
                continue
            }
            // The same label in two languages.
            guard first.position != element.position else { continue }
            report(
                .warning,
                at: element.position,
                "the label \"\(shortened(label))\" is also that of \"\(shortened(first.element))\" in line "
                    + "\(first.position.line)",
                "use different labels, or the names in commands"
            )
        }
    }

    /// Compares the labels with the names of other elements of a place.
    mutating func compareLabels(of place: OpenPlace) {
        for other in place.elements where !other.isPart {
            guard let owner = place.labels[FoldedName.fold(other.name)], owner.element != other.name else { continue }
            report(
                .warning,
                at: owner.position,
                "the label of \"\(shortened(owner.element))\" is the name of another element, "
                    + "\"\(shortened(other.name))\"",
                "use another label: in commands, names take precedence"
            )
        }
    }
}
