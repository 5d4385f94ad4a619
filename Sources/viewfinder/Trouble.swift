import Presentation

/// Why something that a person asked for was not done, and what to do, as a sentence in any language.
struct Trouble: Error, CustomStringConvertible {
  let sentence: Sentence

  init(_ sentence: Sentence) { self.sentence = sentence }

  var description: String { sentence.description }
}
