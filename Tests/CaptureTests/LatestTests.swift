import Capture
import Testing

@Test func theNewestValueWinsAndTheReplacedAreCounted() {
  let slot = Latest<Int>()
  #expect(slot.take() == nil)
  slot.put(1)
  slot.put(2)
  #expect(slot.take() == 2)
  #expect(slot.take() == nil)
  #expect(slot.replaced == 1)
}
