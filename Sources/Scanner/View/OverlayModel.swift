public import Capture
public import Geometry
public import Presentation

/// All that the overlay shows, as a value.
public struct OverlayModel: Sendable {
  public var layout: ViewfinderLayout
  /// In which language it is said.
  public var words = Words.english
  /// Picture and list together; nil where the picture has all of it.
  public var window: Size<ScreenPixels>?
  /// Nil while there is no picture.
  public var layer: PreviewLayer?
  public var phase = ScannerState.Phase.searching
  public var capture = CaptureState.starting
  /// The codes to outline.
  public var outlined: [CodesInView.Code] = []
  /// What each of several codes is, in a few words, where they are to be chosen from.
  public var names: [CodeKey: CodeName] = [:]
  /// The code that Enter accepts, where several are to be chosen from.
  public var selected: CodeKey?
  public var card: ResultCard?
  /// How far a still is searched, where no code is its result; nil for a camera.
  public var stillSearch: StillSearch?
  /// Shows the first steps.
  public var welcomes = false
  /// Where the code that the card tells of was read.
  public var subject: Quadrilateral<FramePixels>?
  /// How far the change to the look of a result has come, 0…1.
  public var progress = 0.0
  /// The list beside the picture, which then has its part of the window.
  public var listing: ListView?
  /// All fields of a result, in place of its card.
  public var fields: Fields?
  /// What a person asked to open, save or join, and has not yet confirmed.
  public var question: PayloadDescription?
  public var showsKeys = false
  /// The path of a file to open, while it is typed.
  public var path: String?
  /// Lines by which keys or figures are scrolled.
  public var scroll = 0
  /// Nothing is stored in the history.
  public var isPrivate = false
  /// A short word on what was just done.
  public var toast: String?
  /// Where the picture's corner lies in the window: all but the inspector's panel and the list is drawn from there.
  public var origin = Vector<ScreenPixels>(0, 0)
  /// Nil while it is closed.
  public var inspector: InspectorModel?
  /// The camera's controls, while they are shown.
  var camera: CameraPanel?

  public init(layout: ViewfinderLayout) { self.layout = layout }

  public enum StillSearch: Hashable, Sendable {
    case goesOn
    /// To the end, and no code was found.
    case foundNothing
  }

  /// All fields of a result, of which one is chosen.
  public struct Fields: Hashable, Sendable {
    public var title: String
    /// At least one.
    public var rows: [PayloadDescription.Row]
    public var selected: Int
    public var showsSecrets: Bool
    /// The word for what the result offers.
    public var verb: String?

    public init(
      title: String, rows: [PayloadDescription.Row], selected: Int, showsSecrets: Bool = false, verb: String? = nil
    ) {
      self.title = title
      self.rows = rows
      self.selected = selected
      self.showsSecrets = showsSecrets
      self.verb = verb
    }
  }

  /// A result as the card shows it.
  public struct ResultCard: Hashable, Sendable {
    public var text: String
    public var symbology: String
    public var payload: PayloadDescription
    public var showsSecrets = false
    /// In `once` the search waits for *scan again*.
    public var offersScanAgain: Bool

    public init(text: String, symbology: String, payload: PayloadDescription, offersScanAgain: Bool) {
      self.text = text
      self.symbology = symbology
      self.payload = payload
      self.offersScanAgain = offersScanAgain
    }
  }
}
