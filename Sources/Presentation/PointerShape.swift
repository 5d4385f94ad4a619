/// What the pointer looks like, to say what pressing would do.
public enum PointerShape: Hashable, Sendable {
  case arrow
  /// Something that can be pressed.
  case hand
  /// Something that can be dragged.
  case move
  /// A corner at the top left or bottom right.
  case resizeDown
  /// A corner at the top right or bottom left.
  case resizeUp
}
