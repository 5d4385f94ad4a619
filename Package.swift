// swift-tools-version: 6.2
import PackageDescription

// Every target: an import is part of a file's contract, and an existential says that it is one.
let everywhere: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

// Unsafe expressions must be marked, and FenceTests says in which rooms a mark may stand.
let settings = everywhere + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

func floor(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil,
  linking: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings,
    linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: everywhere)
}

let package = Package(
  name: "Viewfinder",
  products: [
    .library(name: "Barcodes", targets: ["Barcodes", "Imaging", "Geometry"]),
    // The same for C: libbarcodes.so, which .ci/c-library builds with a header and versions.
    .library(name: "barcodes", type: .dynamic, targets: ["CInterface"]),
    .executable(name: "viewfinder", targets: ["viewfinder"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // Floor 0
    // A program that brings no Foundation must still find square roots.
    floor("Geometry", linking: [.linkedLibrary("m")]),
    floor("Bits"),

    // Floor 1
    floor("Imaging", ["Geometry"]),
    floor("Presentation", ["Geometry"]),
    .target(name: "CCatalogs"),
    floor("Translations", ["Presentation", "CCatalogs"], exclude: ["Catalogs"]),

    // Floor 2
    floor("Barcodes", ["Geometry", "Bits", "Imaging"]),
    floor("Capture", ["Geometry", "Imaging", "Presentation"]),

    // Floor 3
    floor("Scanner", ["Geometry", "Bits", "Imaging", "Presentation", "Barcodes", "Capture"]),

    // Floor 4
    floor("Station", ["Scanner", "Barcodes", "Capture", "Presentation", "Geometry"]),

    // Rooms: the only places that meet C
    .target(name: "CV4L2", linkerSettings: [.linkedLibrary("v4l2")]),
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0"),
    .systemLibrary(name: "CIDN2"),
    .systemLibrary(name: "CXCB"),
    .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CTurboJPEG"),
    .systemLibrary(name: "CPictureLibraries", pkgConfig: "poppler-glib"),
    .target(name: "CPictureWall", linkerSettings: [.linkedLibrary("seccomp")]),
    floor("JPEGFrames", ["Capture", "Geometry", "Imaging", "CTurboJPEG"]),
    floor("V4L2Camera", ["Capture", "Geometry", "Imaging", "JPEGFrames", "CV4L2"]),
    floor("PictureFiles", ["Imaging", "CPictureLibraries", "CPictureWall", "CTurboJPEG"]),
    floor(
      "SDLScreen", ["Presentation", "Geometry", "Imaging", "CSDL2", "CPangoCairo"],
      resources: [.embedInCode("Resources/captured.wav"), .embedInCode("Resources/icon.rgba")]),
    floor("DomainNames", ["Scanner", "CIDN2"]),
    floor("DesktopBus", ["Scanner", "CGIO"]),
    .systemLibrary(name: "CZip"),
    .systemLibrary(name: "CAllocator"),
    floor("ZipFiles", ["CZip"]),
    floor("X11Screen", ["Imaging", "CXCB"]),
    // Not linked: the bench asks for the library when it runs.
    floor("QRencodePeer"),
    floor("HistoryStore", ["Scanner", "Barcodes", .product(name: "GRDB", package: "GRDB.swift")]),

    .target(name: "CServiceManager"),
    floor("ServiceManager", ["CServiceManager"]),
    .target(name: "CStatusSocket"),
    floor("StatusSocket", ["CStatusSocket"]),
    // toml++ is headers alone.
    .target(name: "CTOML"),
    floor("TOMLFile", ["Station", "Scanner", "CTOML"]),
    .target(name: "CPost", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CMQTT", linkerSettings: [.linkedLibrary("mosquitto")]),
    floor("MessageCodes", ["CGIO"]),
    floor("WebhookOutput", ["Station", "Scanner", "MessageCodes", "CPost"]),
    floor("MQTTOutput", ["Station", "Scanner", "CMQTT"]),
    .systemLibrary(name: "CKeyboard"),
    floor("KeyboardOutput", ["Station", "Scanner", "CKeyboard"]),
    floor("OutboxStore", ["Station", "Scanner", .product(name: "GRDB", package: "GRDB.swift")]),
    floor("CInterface", ["Barcodes", "Imaging", "Geometry"]),

    // Roof
    .executableTarget(
      name: "viewfinder",
      dependencies: [
        "Scanner", "V4L2Camera", "SDLScreen", "PictureFiles", "JPEGFrames", "HistoryStore", "QRencodePeer",
        "Station", "MessageCodes", "OutboxStore", "WebhookOutput", "MQTTOutput", "KeyboardOutput", "TOMLFile",
        "ServiceManager", "StatusSocket", "DomainNames", "DesktopBus", "ZipFiles", "X11Screen", "Translations",
        "CAllocator", "Barcodes", "Capture", "Presentation", "Imaging", "Geometry", "Bits",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Tests
    .target(
      name: "TestSupport",
      dependencies: ["Scanner", "Barcodes", "Capture", "Presentation", "Imaging", "Bits", "Geometry"],
      path: "Tests/TestSupport", swiftSettings: settings),
    // A web server, a broker and their certificates, for what stations deliver to.
    .target(name: "Receivers", path: "Tests/Receivers", swiftSettings: everywhere),
    .executableTarget(
      name: "camera-probe", dependencies: ["V4L2Camera", "Capture", "Imaging"], path: "Tests/CameraProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "station-simulation",
      dependencies: [
        "Station", "OutboxStore", "WebhookOutput", "MQTTOutput", "Scanner", "Barcodes", "Capture", "Imaging",
        "Geometry",
      ],
      path: "Tests/StationSimulation", swiftSettings: everywhere),
    tests("GeometryTests", ["Geometry"]),
    tests("BitsTests", ["Bits", "Scanner"]),
    tests("ImagingTests", ["Imaging", "Geometry"]),
    tests("PresentationTests", ["Presentation", "Geometry"]),
    tests("BarcodesTests", ["Barcodes", "Scanner", "Imaging", "Bits", "Geometry"]),
    tests("CaptureTests", ["Capture", "Presentation", "Imaging", "Geometry"]),
    tests(
      "ScannerTests",
      ["Scanner", "DomainNames", "Translations", "Barcodes", "Capture", "Presentation", "Imaging", "Bits", "Geometry"]),
    tests("V4L2CameraTests", ["V4L2Camera", "JPEGFrames", "Capture", "Imaging", "Geometry", "CTurboJPEG"]),
    tests(
      "PictureFilesTests", ["viewfinder", "PictureFiles", "Barcodes", "Bits", "Imaging"], exclude: ["Damaged"]),
    tests(
      "SDLScreenTests",
      [
        "viewfinder", "SDLScreen", "PictureFiles", "Station", "Scanner", "Barcodes", "Presentation", "Imaging",
        "Capture", "Geometry", "CSDL2", "Translations",
      ]),
    tests(
      "WindowTests",
      [
        "viewfinder", "SDLScreen", "PictureFiles", "Translations", "Scanner", "Barcodes", "Presentation", "Imaging",
        "Geometry",
      ]),
    tests("DesktopBusTests", ["DesktopBus", "Scanner"]),
    tests("ZipFilesTests", ["ZipFiles"]),
    tests("HistoryStoreTests", ["HistoryStore", "Scanner", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "StationTests",
      dependencies: [
        "viewfinder", "station-simulation", "Station", "MessageCodes", "OutboxStore", "WebhookOutput", "MQTTOutput",
        "KeyboardOutput", "TOMLFile", "DesktopBus",
        "ServiceManager", "StatusSocket", "Scanner", "Barcodes", "Capture", "Presentation", "Geometry", "Imaging",
        "Receivers", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Station", exclude: ["idle", "soak", "supervised", "week"], swiftSettings: everywhere),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Scanner", "PictureFiles", "JPEGFrames", "DomainNames", "Barcodes", "Capture", "Presentation", "Imaging",
        "Bits",
        "Geometry",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    tests("FuzzTests", ["FuzzTargets"]),
    tests("FaultInjectionTests", ["Barcodes", "Bits", "Receivers", "StatusSocket"]),
    tests("FenceTests", []),
  ]
)

// libFuzzer has this program's main function and comes with a flag on the command line: .ci/fuzz gives it, and sets this.
if Context.environment["VIEWFINDER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver", swiftSettings: everywhere))
}
