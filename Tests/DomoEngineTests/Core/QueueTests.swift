import Testing

@testable import DomoEngine

struct QueueTests {
    @Test func firstInIsFirstOut() {
        var queue = Queue<Int>()
        var expected: [Int] = []
        var taken: [Int?] = []
        for number in 0..<1000 {
            queue.append(number)
            if number.isMultiple(of: 3) {
                taken.append(queue.popFirst())
                expected.append(expected.count)
            }
        }
        while !queue.isEmpty {
            taken.append(queue.popFirst())
            expected.append(expected.count)
        }
        #expect(taken == expected)
        #expect(taken.count == 1000)
        #expect(queue.popFirst() == nil)
    }

    @Test func whatIsPutBackIsNext() {
        var queue = Queue<Int>()
        queue.prepend(1)
        queue.append(2)
        #expect(queue.popFirst() == 1)
        queue.prepend(3)
        #expect(Array(queue.all) == [3, 2])
        #expect(queue.count == 2)
        queue.prepend(4)
        #expect(queue.first == 4)
        #expect((0..<4).map { _ in queue.popFirst() } == [4, 3, 2, nil])
    }

    @Test func newestCanBeRemoved() {
        var queue = Queue<Int>()
        queue.append(1)
        queue.append(2)
        queue.removeLast()
        #expect(queue.count == 1)
        #expect(queue.popFirst() == 1)
        #expect(queue.isEmpty)
    }
}
