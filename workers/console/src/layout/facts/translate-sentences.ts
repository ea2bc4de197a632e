/**
 * Translates a sentence whose named parts are given: a code, a status, a name. `undefined` when one
 * of them has no translation.
 */
export type Translate = (...named: readonly string[]) => string | undefined

/**
 * A sentence and its translation. The sentence is its whole text, or a pattern whose groups are its
 * named parts.
 */
export type TranslatedSentence = readonly [sentence: string | RegExp, translate: Translate]

/**
 * Translates a text of several sentences, one after the other.
 *
 * @param sentences the known sentences; each pattern begins with `^`
 * @returns `undefined` when the text has a sentence that is not known
 */
export function translateSentences(
  text: string,
  sentences: readonly TranslatedSentence[],
): string | undefined {
  const translated: string[] = []
  let rest = text.trim()
  while (rest !== '') {
    const first = firstOf(rest, sentences)
    if (first === undefined) return undefined
    translated.push(first.translation)
    rest = rest.slice(first.length).trim()
  }
  return translated.length === 0 ? undefined : translated.join(' ')
}

/** The named parts of a sentence at the beginning of a text, and its length. */
function read(text: string, sentence: string | RegExp) {
  if (typeof sentence === 'string') {
    return text.startsWith(sentence) ? { named: [], length: sentence.length } : undefined
  }
  const found = sentence.exec(text)
  return found === null ? undefined : { named: found.slice(1), length: found[0].length }
}

function firstOf(text: string, sentences: readonly TranslatedSentence[]) {
  for (const [sentence, translate] of sentences) {
    const found = read(text, sentence)
    if (found === undefined) continue
    const translation = translate(...found.named)
    if (translation !== undefined) return { translation, length: found.length }
  }
  return undefined
}
