import Foundation
import Geometry
import Testing

extension WindowTests {
  @Test(
    "The window is as large as the X desktop's text", .enabled(if: DragSource.isAvailable),
    arguments: [("144", 1.5), ("96", 1), ("none", 1)])
  func scale(dots: String, factor: Double) throws {
    let script = """
      import sys
      from Xlib import Xatom, display
      d = display.Display()
      text = ('Xft.antialias:\\t1\\nXft.dpi:\\t%s\\n' % sys.argv[1]).encode()
      d.screen().root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, text)
      d.sync()
      """
    _ = try display.run(VirtualDisplay.python, ["-c", script, dots])
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    #expect((window.size.width, window.size.height) == (1080 * factor, 720 * factor))
  }
}
