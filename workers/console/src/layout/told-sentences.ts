/** What a sentence says in another language, with what it names: a code, a status, a name. */
export type Telling = (...named: readonly string[]) => string | undefined

/**
 * A sentence at the beginning of a text, as it is or as a form whose groups are what it names, and
 * what it says.
 */
export type ToldSentence = readonly [sentence: string | RegExp, telling: Telling]

/**
 * Tells a text of several sentences, one after the other.
 *
 * @param sentences the sentences; each form begins with `^`
 * @returns `undefined` when a sentence has none of the forms
 */
export function toldSentences(
  text: string,
  sentences: readonly ToldSentence[],
): string | undefined {
  const told: string[] = []
  let rest = text.trim()
  while (rest !== '') {
    const first = firstOf(rest, sentences)
    if (first === undefined) return undefined
    told.push(first.told)
    rest = rest.slice(first.length).trim()
  }
  return told.length === 0 ? undefined : told.join(' ')
}

/** The named parts of a sentence at the beginning of a text, and its length. */
function read(text: string, sentence: string | RegExp) {
  if (typeof sentence === 'string') {
    return text.startsWith(sentence) ? { named: [], length: sentence.length } : undefined
  }
  const found = sentence.exec(text)
  return found === null ? undefined : { named: found.slice(1), length: found[0].length }
}

function firstOf(text: string, sentences: readonly ToldSentence[]) {
  for (const [sentence, telling] of sentences) {
    const found = read(text, sentence)
    if (found === undefined) continue
    const told = telling(...found.named)
    if (told !== undefined) return { told, length: found.length }
  }
  return undefined
}
