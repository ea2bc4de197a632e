/**
 * A text, a sign of the structure, or a number or a word of JSON. A text without its end is one token
 * too, so that no rest of the text is read twice.
 */
const token = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/gs

/**
 * The first field that an object in a JSON text has twice. `JSON.parse` takes the last value without
 * a word, and the reader of the text may have meant the first.
 *
 * @param json a text that `JSON.parse` accepts
 */
export function repeatedField(json: string): string | undefined {
  // The names of each open object; an array has none.
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [found] of json.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '[') open.push(undefined)
    else if (found === '}' || found === ']') open.pop()
    else if (found === ':') {
      const name = String(JSON.parse(last))
      const names = open.at(-1)
      if (names?.has(name) === true) return name
      names?.add(name)
    }
    last = found
  }
  return undefined
}
