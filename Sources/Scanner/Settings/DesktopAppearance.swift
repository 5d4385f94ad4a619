/// How a person has the desktop look, which all its programs follow.
public struct DesktopAppearance: Hashable, Sendable {
  /// Dark text on light ground.
  public var isLight: Bool
  public var isHighContrast: Bool
  /// Changes appear at once.
  public var reducesMotion: Bool

  public init(isLight: Bool = false, isHighContrast: Bool = false, reducesMotion: Bool = false) {
    (self.isLight, self.isHighContrast, self.reducesMotion) = (isLight, isHighContrast, reducesMotion)
  }

  /// The colors of the screens that stand in place of the picture: by the settings, and where those say nothing by the
  /// desktop.
  public func palette(_ settings: Settings) -> StudioPalette {
    let isLight = settings.preview.isLight ?? isLight
    return switch (isLight, isHighContrast) {
    case (false, false): .dark
    case (true, false): .light
    case (false, true): .contrastingDark
    case (true, true): .contrastingLight
    }
  }
}
