// The coordinate spaces. Each is a tag: `Point<FramePixels>` and `Point<ScreenPixels>` do not mix.
// All are continuous: a pixel is a unit square, so the center of the first one is (0.5, 0.5).

/// The frame as the camera or file delivered it: origin at the top-left corner of the top-left
/// pixel, x right, y down, one unit per pixel. Never mirrored, never rotated.
public enum FramePixels {}

/// The luminance image a detector works on, cropped from the frame and perhaps scaled: origin at
/// its top-left corner, x right, y down, one unit per pixel of that image.
public enum ImagePixels {}

/// The window's drawable: origin at its top-left corner, x right, y down, one unit per physical
/// pixel (on a display of scale 2, twice the window's points).
public enum ScreenPixels {}

/// A fraction of the frame: (0, 0) is its top-left corner and (1, 1) its bottom-right one, unmirrored.
/// The space of `rectOfInterest`, as in AVFoundation.
public enum Normalized {}

/// A symbol's own grid: origin at the outer corner of its top-left module, x right, y down, one unit
/// per module. The center of the first module is (0.5, 0.5); the quiet zone has negative coordinates.
public enum Modules {}
