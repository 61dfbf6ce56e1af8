import DomoLanguage
import Testing

@testable import DomoDaemon

struct AnswerQueueTests {
    private func reply(_ number: Int) -> Reply { .watching(path: "\(number)") }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1]])
    func answersAreGivenInTheOrderOfTheRequests(arrival: [Int]) {
        var queue = AnswerQueue()
        let numbers = (0..<4).map { _ in queue.owe() }
        var given: [Reply] = []
        for index in arrival { queue.answer(numbers[index], reply(index)) { given.append($0) } }
        #expect(given == (0..<4).map(reply))
        #expect(queue.count == 0)
    }

    @Test func anAnswerWhoseTurnItIsDoesNotWait() {
        var queue = AnswerQueue()
        let numbers = (0..<2).map { _ in queue.owe() }
        var given: [Reply] = []
        queue.answer(numbers[0], reply(0)) { given.append($0) }
        #expect(given == [reply(0)])
        #expect(queue.count == 1)
        queue.answer(numbers[1], reply(1)) { given.append($0) }
        queue.answer(queue.owe(), reply(2)) { given.append($0) }
        #expect(given == (0..<3).map(reply))
    }
}
