package import Barcodes
import Bits
import Foundation
public import Geometry
public import Imaging

/// The built-in feed: codes on paper that come into the picture of an ordinary webcam, move, tilt, blur and
/// leave again, with the truth of every frame known.
///
/// A picture depends on its time alone, so the same moment looks the same on every machine.
public struct DemoScene: Sendable {
  public let width: Int
  public let height: Int
  private let acts: [Act]
  private let backdrop: SceneBackdrop
  private let noise: SceneNoise

  /// What one act shows: one code, or several side by side.
  struct Act: Sendable {
    let codes: [(text: String, symbol: SceneSymbol)]
  }

  /// What is true of one frame.
  public struct Truth: Hashable, Sendable {
    public let text: String
    public let corners: Quadrilateral<FramePixels>
  }

  /// The messages, an act each: a link, many scripts, a network, and two at once to choose from.
  public static let messages: [[String]] = [
    ["https://example.com/viewfinder?from=demo"],
    ["Grüße · こんにちは · مرحبا · नमस्ते · 👋"],
    ["WIFI:T:WPA;S:Viewfinder Demo;P:correct horse;;"],
    ["Left code", "Right code"],
  ]

  /// - Parameter writer: makes the symbols.
  /// - Precondition: both sides are even and at least 64.
  /// - Throws: what the writer throws; our own messages fit every version of QR.
  package init(width: Int = 1280, height: Int = 720, seed: UInt64 = 1, writer: some SymbolWriter) throws(WriteFailure) {
    precondition(width >= 64 && height >= 64, "a demo has room for a code")
    self.width = width
    self.height = height
    var acts: [Act] = []
    for texts in Self.messages {
      var codes: [(text: String, symbol: SceneSymbol)] = []
      for text in texts { codes.append((text, SceneSymbol(try writer.write(text)))) }
      acts.append(Act(codes: codes))
    }
    self.acts = acts
    self.backdrop = SceneBackdrop(width: width, height: height, seed: seed)
    // A webcam's noise by room light: about 1 % of white.
    self.noise = SceneNoise(deviation: 0.01, seed: seed)
  }

  /// An act's length: long enough to read it and to see the outline follow, short enough to see the next.
  public static let actLength = 16.0

  /// The codes at a moment, with the corners that a detector should find. Empty between acts.
  public func truth(at time: Duration) -> [Truth] {
    staging(at: time).codes.map { Truth(text: $0.text, corners: $0.pose.corners(of: $0.symbol.size)) }
  }

  /// The picture at a moment, as a webcam delivers it: planar 4:2:0, full range.
  public func frame(at time: Duration, sequence: Int = 0) -> Frame {
    let staging = staging(at: time)
    var canvas = backdrop.canvas
    var (blue, red) = (backdrop.blue, backdrop.red)
    for code in staging.codes {
      guard let range = canvas.paint(code.symbol, code.pose, samples: 2) else { continue }
      let touched = range.widened(by: staging.blur.reach, within: canvas)
      canvas.apply(staging.blur, to: touched)
      bleach(&blue, &red, code.symbol, code.pose, range)
    }
    canvas.apply(staging.light, to: PixelRange(columns: 0..<width, rows: 0..<height))
    let luma = noise.expose(canvas, moment: UInt64(max(0, time / .milliseconds(1))))
    // The planes were made for this size: a mismatch is a bug here, not the world's.
    guard
      let frame = try? Frame(
        format: .yuv420, width: width, height: height, bytes: luma + blue + red, sequence: sequence, timestamp: time)
    else { preconditionFailure("the demo's planes fill its frame") }
    return frame
  }

  /// Takes the wood's color from the paper.
  private func bleach(
    _ blue: inout [UInt8], _ red: inout [UInt8], _ symbol: SceneSymbol, _ pose: ScenePose, _ range: PixelRange
  ) {
    let paper = Rect<Modules>(origin: Point(0, 0), size: symbol.size).inset(by: -symbol.quietZone)
    let outline = paper.corners.map { pose.project($0, of: symbol.size) }
    for row in range.rows.lowerBound / 2..<range.rows.upperBound / 2 {
      for column in range.columns.lowerBound / 2..<range.columns.upperBound / 2
      where outline.contains(Point(Double(2 * column + 1), Double(2 * row + 1))) {
        blue[row * (width / 2) + column] = 126
        red[row * (width / 2) + column] = 129
      }
    }
  }
}

extension DemoScene {
  /// Where everything is at a moment.
  private struct Staging {
    var codes: [(text: String, symbol: SceneSymbol, pose: ScenePose)] = []
    var light = SceneLight()
    var blur = SceneBlur()
  }

  /// An act in seconds: an empty desk to 1.2, in by 2.4, out from 14.4 to 15.6.
  private func staging(at time: Duration) -> Staging {
    let seconds = time / .seconds(1)
    let act = acts[Int(seconds / Self.actLength) % acts.count]
    let moment = seconds.truncatingRemainder(dividingBy: Self.actLength)
    guard moment > 1.2, moment < 15.6 else { return Staging() }
    let entering = Self.ease((2.4 - moment) / 1.2)
    let leaving = Self.ease((moment - 14.4) / 1.2)

    var staging = Staging()
    staging.light.falloff = 0.25 + 0.25 * sin(moment * 0.7)
    // The lens hunts now and then; the hand that brings the paper smears it.
    staging.blur.defocus = 0.7 + 0.6 * max(0, sin(moment * 0.9))
    let speed = Self.ease(min(entering, 1 - entering) * 2) + Self.ease(min(leaving, 1 - leaving) * 2)
    staging.blur.motion = 10 * speed * Double(width) / 1280

    for (index, code) in act.codes.enumerated() {
      let place = act.codes.count == 1 ? 0 : (Double(index) - 0.5) * 0.72
      let side = code.symbol.size.longerSide + 2 * code.symbol.quietZone
      let share = act.codes.count == 1 ? 0.56 : 0.42
      let pose = ScenePose(
        center: Point(
          Double(width) * (0.5 - 0.85 * entering + 0.85 * leaving + 0.035 * sin(moment * 0.8))
            + place * Double(height),
          Double(height) * (0.5 + 0.03 * sin(moment * 1.1 + 1))),
        moduleSize: share * Double(height) / side * (1 + 0.08 * sin(moment * 0.6)),
        rotation: 0.12 * sin(moment * 0.5) + 0.3 * entering,
        yaw: 0.4 * sin(moment * 0.43), pitch: 0.28 * sin(moment * 0.61 + 2), distance: 3.5)
      staging.codes.append((code.text, code.symbol, pose))
    }
    return staging
  }

  /// 0 below 0, 1 above 1, and a smooth step between (3x² − 2x³).
  private static func ease(_ x: Double) -> Double {
    let clamped = min(max(x, 0), 1)
    return clamped * clamped * (3 - 2 * clamped)
  }
}
