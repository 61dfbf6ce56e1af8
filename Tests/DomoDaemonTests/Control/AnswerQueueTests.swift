import Testing

@testable import DomoDaemon

struct AnswerQueueTests {
    private func answer(_ number: Int) -> AnswerQueue.Answer { .init(WrittenReply(line: Array("\(number)".utf8))) }

    private func given(by queue: inout AnswerQueue) -> [AnswerQueue.Answer] {
        var given: [AnswerQueue.Answer] = []
        while let next = queue.popReady() { given.append(next) }
        return given
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1]])
    func answersKeepTheOrderOfTheRequests(arrival: [Int]) {
        var queue = AnswerQueue()
        let numbers = (0..<4).map { _ in queue.owe() }
        var given: [AnswerQueue.Answer] = []
        for index in arrival {
            queue.fill(numbers[index], with: answer(index))
            given += self.given(by: &queue)
        }
        #expect(given == (0..<4).map(answer))
        #expect(queue.count == 0)
        #expect(queue.heldBytes == 0)
    }

    @Test func answerThatIsNextDoesNotWait() {
        var queue = AnswerQueue()
        let numbers = (0..<2).map { _ in queue.owe() }
        queue.fill(numbers[0], with: answer(0))
        #expect(given(by: &queue) == [answer(0)])
        #expect(queue.count == 1)
        queue.fill(numbers[1], with: answer(1))
        queue.fill(queue.owe(), with: answer(2))
        #expect(queue.heldBytes == 2)
        #expect(given(by: &queue) == [answer(1), answer(2)])
    }

    @Test func onlyTheNextAnswerNeedsNoSlot() {
        var queue = AnswerQueue()
        let numbers = (0..<2).map { _ in queue.owe() }
        // Not in order, then in order.
        let skipped = [1, 0, 1].map { queue.skip(numbers[$0]) }
        #expect(skipped == [false, true, true])
        #expect(queue.count == 0)
    }
}
