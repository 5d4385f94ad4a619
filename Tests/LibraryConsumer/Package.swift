// swift-tools-version: 6.2
import PackageDescription

// Another package, as its authors would write it: proves that the library can be depended on.
let package = Package(
  name: "LibraryConsumer",
  dependencies: [.package(name: "Viewfinder", path: "../..")],
  targets: [
    .executableTarget(name: "reader", dependencies: [.product(name: "Barcodes", package: "Viewfinder")])
  ]
)
