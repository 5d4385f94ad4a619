import Foundation
import Geometry
import Presentation
import TestSupport
import Testing

extension WindowTests {
  private static let hasClipboard = VirtualDisplay.find("xclip") != nil

  @Test("A picture is pasted, and N goes round it and the camera", .enabled(if: hasClipboard))
  func paste() throws {
    let picture = try pictures.writePNG("one.png", "PASTED")
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try window.press("ctrl+v")
    try window.eventually("nothing to paste is told") { try window.said().contains("holds no picture") }
    try display.copy(picture, as: "image/png")
    try window.press("ctrl+v")
    try window.eventuallyCopies("PASTED")
    // No camera is there, which is said; one more step brings the picture back.
    try window.press("space", "n")
    let middle = Rect<ScreenPixels>(center: Point(window.size.width / 2, window.size.height / 2), size: Size(440, 300))
    try window.eventuallyShows("the camera's place is shown") { $0.whites(in: middle) > 500 }
    try display.copy(blank.url, as: "STRING")
    try window.press("n")
    try window.eventuallyCopies("PASTED")
  }

  @Test("The window is called by what it shows, in letters of any script", arguments: ["C", "C.UTF-8"])
  func title(locale: String) throws {
    let picture = try pictures.write("été 写真.pgm", [])
    let window = try RunningWindow(display, ["--source", picture.path], variables: ["LC_ALL": locale])
    try window.eventually("it has the picture's name") {
      try window.output(["getwindowname", window.identifier]) == "été 写真.pgm – Viewfinder"
    }
  }

  @Test("Files that a file manager copied are pasted", .enabled(if: hasClipboard))
  func pasteFile() throws {
    let picture = try pictures.writePNG("two words é.png", "BY NAME")
    let list = pictures.folder.appending(path: "list")
    try Data("\(picture.absoluteString)\r\n".utf8).write(to: list)
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try display.copy(list, as: "text/uri-list")
    try window.press("ctrl+v")
    try window.eventuallyCopies("BY NAME")
  }

  @Test("A picture in place of a camera is shown and searched whole", .enabled(if: hasClipboard))
  func playedPicture() throws {
    // In a corner, where a camera's viewfinder does not reach.
    let picture = try pictures.writePNG("corner.png", "IN THE CORNER", at: Point(1130, 590))
    let window = try RunningWindow(display, ["--source", picture.path])
    try window.eventuallyCopies("IN THE CORNER")
  }

  @Test("A dropped picture is shown and searched whole", .enabled(if: hasClipboard && DragSource.isAvailable))
  func dropFile() throws {
    // In a corner, where the first viewfinder does not reach.
    let picture = try pictures.writePNG("corner.png", "DROPPED", at: Point(1130, 590))
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try DragSource.drop([picture], on: window, of: display)
    try window.eventuallyCopies("DROPPED")
  }

  @Test("Keys go through a dropped folder", .enabled(if: hasClipboard && DragSource.isAvailable))
  func dropFolder() throws {
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try FileManager.default.removeItem(atPath: blank.path)
    for name in ["a", "b", "c"] { _ = try pictures.writePNG(name + ".png", name.uppercased()) }
    try DragSource.drop([pictures.folder], on: window, of: display)
    try window.eventuallyCopies("A")
    for text in ["B", "C"] {
      try window.press("Page_Down")
      try window.eventuallyCopies(text)
    }
    try window.press("ctrl+Page_Up")
    try window.eventuallyCopies("B")
  }

  @Test("The desktop's dialog names a picture", .enabled(if: hasClipboard && PrivateBus.isAvailable))
  func portal() throws {
    let picture = try pictures.writePNG("chosen.png", "CHOSEN")
    let blank = try pictures.write("blank.pgm", [])
    let bus = try PrivateBus(PortalScript.answering("(0, {'uris': dbus.Array(['\(picture.absoluteString)'], 's')})"))
    let window = try RunningWindow(display, ["--source", blank.path], bus: bus.address)
    try window.press("ctrl+o")
    try window.eventuallyCopies("CHOSEN")
  }

  @Test("The desktop takes a picture of a part of the screen", .enabled(if: hasClipboard && PrivateBus.isAvailable))
  func portalScreenshot() throws {
    let picture = try pictures.writePNG("shot.png", "SHOT")
    let blank = try pictures.write("blank.pgm", [])
    let bus = try PrivateBus(PortalScript.answering("(0, {'uri': '\(picture.absoluteString)'})"))
    let window = try RunningWindow(display, ["--source", blank.path], bus: bus.address)
    try window.press("ctrl+r")
    try window.eventuallyCopies("SHOT")
  }

  @Test("Without a portal a path is typed", .enabled(if: hasClipboard))
  func pathPrompt() throws {
    let others = try Pictures()
    let picture = try others.writePNG("typed.png", "TYPED")
    _ = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", pictures.folder.path])
    // All behind the card is dimmed once more.
    func isAsked(_ shown: WindowPicture) -> Bool { shown.color(Point(10, 10)).red < 0.16 }
    try window.eventuallyShows("the picture shows") { $0.color(Point(10, 10)).red > 0.2 }
    try window.press("ctrl+o")
    try window.eventuallyShows("the path is asked for") { isAsked($0) }
    try window.type(others.folder.path + "/nothing.png")
    try window.press("Return")
    try window.eventually("what is not there is told") { try window.said().contains("nothing.png") }
    try window.press("ctrl+o")
    try window.eventuallyShows("the path is asked for again") { isAsked($0) }
    try window.type(picture.path)
    try window.press("Return")
    try window.eventuallyCopies("TYPED")
  }

  @Test(
    "Without a portal the screen's picture is taken of the server, without our window",
    .enabled(if: hasClipboard && DragSource.isAvailable))
  func screen() throws {
    let scene = try pictures.write("desktop.pgm", [("BEHIND THE WINDOW", Point(640, 330), 0)])
    _ = try display.run(VirtualDisplay.python, ["-c", Self.background, scene.path])
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try window.press("ctrl+r")
    try window.eventually("the code behind the window is copied") {
      try window.focus()
      try window.press("c")
      return try display.clipboard() == "BEHIND THE WINDOW"
    }
  }

  @Test(
    "A region of the screen's picture is chosen with the pointer",
    .enabled(if: hasClipboard && DragSource.isAvailable))
  func screenRegion() throws {
    let scene = try pictures.write(
      "desktop.pgm", [("LEFT", Point(300, 330), 0), ("RIGHT", Point(980, 330), 0)])
    _ = try display.run(VirtualDisplay.python, ["-c", Self.background, scene.path])
    let blank = try pictures.write("blank.pgm", [])
    let window = try RunningWindow(display, ["--source", blank.path])
    try window.press("ctrl+r")
    // Both are there to be chosen from, until one corner of the viewfinder is drawn past the left one.
    let right = Rect<ScreenPixels>(x: 560, y: 100, width: 500, height: 500)
    try window.eventuallyShows("the screen's picture shows") { $0.whites(in: right) > 500 }
    try window.focus()
    try window.eventually("the right code alone is copied") {
      // The display of 1280 × 900 fills the window's height; its corner is the viewfinder's, until that is drawn away.
      try window.drag(from: Point(32, 4), to: Point(560, 40))
      try window.press("c", "Return", "c")
      return try display.clipboard() == "RIGHT"
    }
  }

  @Test("The composer's picture goes where the desktop's dialog says", .enabled(if: PrivateBus.isAvailable))
  func saveByPortal() throws {
    let blank = try pictures.write("blank.pgm", [])
    let saved = pictures.folder.appending(path: "saved.svg")
    let bus = try PrivateBus(PortalScript.answering("(0, {'uris': dbus.Array(['\(saved.absoluteString)'], 's')})"))
    let window = try RunningWindow(display, ["--source", blank.path], bus: bus.address)
    // A key that comes before the first picture may be lost, and with it the composer.
    try window.eventuallyShows("the picture shows") { $0.color(Point(400, 300)).distance(to: .white) < 0.8 }
    try window.press("g")
    try window.type("by the portal")
    try window.eventually("the picture is saved") {
      try window.press("ctrl+s", "ctrl+o")
      return (try? String(contentsOf: saved, encoding: .utf8))?.hasPrefix("<svg") == true
    }
  }

  @Test("The composer is light or dark as the desktop is, and changes with it", .enabled(if: PrivateBus.isAvailable))
  func appearance() throws {
    let blank = try pictures.write("blank.pgm", [])
    let bus = try PrivateBus(
      PortalScript.appearing("{'color-scheme': 1}", then: "{'color-scheme': 2, 'contrast': 1}"))
    let window = try RunningWindow(display, ["--source", blank.path], bus: bus.address)
    try window.press("g")
    // White, which the light colors are for high contrast alone.
    try window.eventuallyShows("the composer is light") { $0.color(Point(6, 6)).distance(to: .white) < 0.01 }
  }

  /// Makes a grey picture the root window's background, a few rows a request.
  private static let background = """
    import sys
    from Xlib import X, display
    d = display.Display()
    root = d.screen().root
    head = open(sys.argv[1], 'rb').read().split(b'\\n', 1)[0].split()
    width, height = int(head[1]), int(head[2])
    grey = open(sys.argv[1], 'rb').read()[-width * height:]
    pixmap = root.create_pixmap(width, height, d.screen().root_depth)
    gc = pixmap.create_gc()
    for y in range(0, height, 20):
      rows = grey[y * width:(y + 20) * width]
      data = b''.join(bytes((g, g, g, 255)) for g in rows)
      pixmap.put_image(gc, 0, y, width, len(rows) // width, X.ZPixmap, d.screen().root_depth, 0, data)
    root.change_attributes(background_pixmap=pixmap)
    root.clear_area(0, 0, 0, 0)
    d.sync()
    """
}

/// Another program from which files are dragged, by the XDND protocol, version 5.
enum DragSource {
  /// Debian's package `python3-xlib`.
  static let isAvailable = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/Xlib")

  static func drop(_ files: [URL], on window: RunningWindow, of display: VirtualDisplay) throws {
    let said = try display.run(VirtualDisplay.python, ["-c", script, window.identifier] + files.map(\.absoluteString))
    try #require(said == "dropped\n")
  }

  private static let script = """
    import sys
    from Xlib import X, display
    from Xlib.protocol import event
    d = display.Display()
    atom = d.intern_atom
    target = d.create_resource_object('window', int(sys.argv[1]))
    uris = ''.join(uri + '\\r\\n' for uri in sys.argv[2:]).encode()
    source = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    source.set_selection_owner(atom('XdndSelection'), X.CurrentTime)
    def send(name, *data):
      target.send_event(event.ClientMessage(window=target, client_type=atom(name), data=(32, [source.id, *data])))
      d.flush()
    send('XdndEnter', 5 << 24, atom('text/uri-list'), 0, 0)
    send('XdndPosition', 0, 200 << 16 | 200, X.CurrentTime, atom('XdndActionCopy'))
    while True:
      e = d.next_event()
      if e.type == X.SelectionRequest:
        e.requestor.change_property(e.property, e.target, 8, uris)
        e.requestor.send_event(event.SelectionNotify(
          time=e.time, requestor=e.requestor, selection=e.selection, target=e.target, property=e.property))
        d.flush()
      elif e.type == X.ClientMessage and e.client_type == atom('XdndStatus'):
        send('XdndDrop', 0, X.CurrentTime, 0, 0)
      elif e.type == X.ClientMessage and e.client_type == atom('XdndFinished'):
        print('dropped')
        break
    """
}
