public import Geometry
import Presentation

/// All that the open inspector shows, as a value.
public struct InspectorModel: Sendable {
  public var state: InspectorState
  public var numbers: InspectorNumbers
  /// Where the panel stands in the window; nil where it is put away or has no room.
  public var panel: Rect<ScreenPixels>?
  /// What the panel tells; nil while nothing is known of the picture.
  public var insight: DetectionInsight?
  /// How well the first candidates of it are printed, in their order; nil for those that were not read.
  public var quality: [PrintQuality?] = []
  /// Why nothing is read, where that lies in what was asked for.
  public var requested: Cause?
  /// The layer's marks.
  public var shapes: [InspectionLayer.Shape] = []
  public var loupe: Loupe?
  public var isFrozen = false

  public init(state: InspectorState, numbers: InspectorNumbers) { (self.state, self.numbers) = (state, numbers) }
}

extension InspectorModel {
  /// Which of its pictures the layer shows, and what shows the next one; nil for a layer with one alone.
  var levelWords: (text: Sentence, command: ScannerCommand?)? {
    guard let inspection = insight?.inspection else { return nil }
    let count = inspection.levels(state.layer)
    let level = state.level % max(1, count)
    let next: ScannerCommand? = count > 1 ? .inspect(.nextLevel) : nil
    switch state.layer {
    case .blackAndWhite: return (count == 0 ? "no threshold was tried" : "threshold \(level + 1) of \(count)", next)
    case .grey where count > 1:
      return (level == 0 ? "as it is, 1 of \(count)" : "blur undone or contrast raised, \(level + 1) of \(count)", next)
    default: return nil
    }
  }

  /// Where the layer draws a grid that lies beside its code: a reader tries some by patterns that only look like finders, and
  /// on bent paper.
  var doubtWords: Sentence? {
    guard [.alignment, .grid, .modules, .structure].contains(state.layer), let diagnosis = insight?.diagnosis,
      let drawn = InspectionLayer.gridded(diagnosis, chosen: state.chosen), drawn.observation == nil,
      let agreement = drawn.agreement, agreement < CauseEvidence.leastAgreement
    else { return nil }
    return """
      This grid was tried and misses \(Int(100 * (1 - agreement))) % of the finder and timing modules: it does not lie \
      on the code.
      """
  }
}
