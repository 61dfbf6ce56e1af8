/// What is wrong with a line, and the column of the word that is.
struct Misread: Error {
    var column: Int
    var fault: Fault
}
