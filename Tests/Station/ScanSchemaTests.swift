import Foundation
import Scanner
import Station
import Testing

@Suite struct ScanSchemaTests {
  private struct Schema: Decodable {
    struct Property: Decodable {}
    let required: [String]
    let properties: [String: Property]
  }

  /// The file that receivers are given tells the members that are written, no more and no fewer.
  @Test func theSchemaTellsTheMembers() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = top.appending(path: "Assets/Schema/scan.schema.json")
    let schema = try JSONDecoder().decode(Schema.self, from: Data(contentsOf: file))
    var maker = ScanMaker()
    guard case .object(let members) = ScanDocument.value(for: maker.scan("x")) else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == schema.required)
    #expect(Set(members.map(\.name)) == Set(schema.properties.keys))
  }
}
