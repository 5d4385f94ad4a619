import Barcodes
import Imaging
import Scanner
import Testing

@Test("Nothing is read in texture, text, floors and faces", arguments: 0..<60)
func phantoms(seed: UInt64) throws {
  let image = PhantomScene(seed: seed).render(width: 320, height: 240)
  let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
  // A clock that stands still: every strategy of a live frame has its turn.
  let detector = Detector(.camera(Catalog.available), now: { .zero })
  #expect(detector.detect(in: frame).map(\.symbol.symbology.name) == [])
}

@Test("A ground comes again by its seed, and is never even", arguments: SceneGround.allCases)
func grounds(ground: SceneGround) {
  var scene = RenderedScene(width: 160, height: 120, seed: 9)
  scene.texture = ground
  let image = scene.render()
  #expect(scene.render().pixels == image.pixels)
  scene.seed = 10
  #expect(scene.render().pixels != image.pixels)
  #expect(Int(image.pixels.max() ?? 0) - Int(image.pixels.min() ?? 0) > 20)
}
