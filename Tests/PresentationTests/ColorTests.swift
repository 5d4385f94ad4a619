import Presentation
import Testing

@Test func aColorIsWrittenAsDesignersDo() {
  #expect(Color(0xFF8000) == Color(red: 1, green: 128.0 / 255, blue: 0))
}
