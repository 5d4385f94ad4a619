/// A word of a command line that a person may paste into a shell.
public enum ShellWord {
  /// As it is where no shell finds anything in it, else in single quotes, in which a shell takes all as it stands.
  public static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", ",", "/", "-", "_", ":", "=", "+", "@", "%": true
      default: false
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
