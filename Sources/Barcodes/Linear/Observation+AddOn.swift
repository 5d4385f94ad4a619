import Geometry

extension Observation {
  /// True for bars that stand where the add-on of an EAN or UPC symbol does, which was looked for with the symbol: up to
  /// twelve modules behind it, no longer than five digits. ISO/IEC 15420:2009 §4.3.5.
  func hasAddOn(at region: Quadrilateral<FramePixels>) -> Bool {
    let modules: Double
    switch symbol.symbology {
    case .ean13, .upcA: modules = 95
    case .upcE: modules = 51
    default: return false
    }
    let (start, end) = (
      corners.topLeft.midpoint(to: corners.bottomLeft), corners.topRight.midpoint(to: corners.bottomRight)
    )
    let way = end - start
    guard let axis = way.normalized else { return false }
    // In modules behind the symbol; striped regions are of whole blocks, which reach over what is striped.
    let module = way.length / modules
    let places = region.points.map { ($0 - end).dot(axis) / module }
    let height = abs((region.center - end).dot(axis.perpendicular))
    let (slack, longest) = (8.0, 12 + 47.0)
    return places.allSatisfy { -slack...longest + slack ~= $0 } && height < way.length / 2
  }
}
