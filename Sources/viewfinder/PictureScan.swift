import Barcodes
import Imaging
import PictureFiles
import Scanner

/// What the pictures of a file come to: a result for each, in a document for each page. Used by one thread at a time.
struct PictureScan {
  let loader: any PictureLoader
  let detect: (Frame) -> DetectionReport
  private let freed = FreedMemory()

  /// A scan with a detector of its own, made ready while the decoder's process starts.
  init(loader: WalledPictureLoader, options: DetectionOptions) {
    loader.prepare()
    let detector = Detector(options)
    detector.prepare()
    let clock = ContinuousClock()
    let start = clock.now
    self.loader = loader
    self.detect = { frame in
      detector.report(
        on: frame, DetectionConfiguration(symbologies: options.symbologies), now: { start.duration(to: clock.now) })
    }
  }

  /// - Parameter deliver: takes each result as soon as there is one.
  func scan(_ entry: PictureArguments.Entry, deliver: (ScanResult) throws -> Void) rethrows {
    let file: PictureFile
    do throws(PictureFailure) {
      file = try entry.open()
    } catch {
      return try deliver(ScanResult(source: entry.source, .unreadable("\(error)")))
    }
    var count = 1
    var isDocument = false
    var looksFiner = true
    var number = 1
    while number <= count {
      let result: ScanResult
      do throws(PictureFailure) {
        let (page, pageCount) = try look(at: number, of: file, source: entry.source, &looksFiner)
        if let pageCount { (count, isDocument) = (pageCount, true) }
        result = page
      } catch {
        switch error {
        // A document that fells its decoder, or holds it up, shall not do so a thousand times.
        case .noSuchPage, .tooSlow, .decoderDied, .noDecoder: count = number
        // A damaged page does not keep the ones after it from being read.
        default: break
        }
        result = ScanResult(
          source: entry.source, page: isDocument ? ScanPage(number: number) : nil, .unreadable("\(error)"))
      }
      try deliver(result)
      number += 1
    }
  }

  /// A drawn page in which nothing is found is drawn once more, finer.
  ///
  /// - Parameter looksFiner: becomes false where that fails: then it would on the next pages, too.
  private func look(
    at number: Int, of file: PictureFile, source: String, _ looksFiner: inout Bool
  ) throws(PictureFailure) -> (ScanResult, pageCount: Int?) {
    defer { freed.countPicture() }
    let picture = try loader.load(file, page: number, resolution: .coarse)
    let report = detect(picture.frame)
    guard let pageCount = picture.pageCount else { return (ScanResult(source: source, report, isStream: false), nil) }
    if picture.drawnAt != nil, report.observations.isEmpty, looksFiner {
      let finer = try? loader.load(file, page: number, resolution: .fine)
      looksFiner = finer != nil
      if let report = finer.map({ detect($0.frame) }), !report.observations.isEmpty {
        return (ScanResult(source: source, report, page: .init(number, finer?.drawnAt), isStream: false), pageCount)
      }
    }
    return (ScanResult(source: source, report, page: .init(number, picture.drawnAt), isStream: false), pageCount)
  }
}

extension ScanPage {
  fileprivate init(_ number: Int, _ resolution: PageResolution?) {
    self.init(number: number, dotsPerInch: resolution?.dotsPerInch)
  }
}
