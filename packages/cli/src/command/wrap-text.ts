/**
 * Breaks a paragraph into lines between its words. A word that is too long has a line of its own.
 *
 * @param columns maximum length of a line; without it the paragraph is returned as it is
 * @param indent spaces before each line but the first, which is as long as if it had them
 */
export function wrapText(text: string, columns: number | undefined, indent = 0): string {
  if (columns === undefined) return text
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent + line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
