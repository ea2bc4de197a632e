import { parseField } from './field-text.ts'

/**
 * Takes a well-formed record apart into its values.
 *
 * @param text one record, without its line ending, that {@link readBatches} found well-formed
 */
export function parseRecord(text: string): string[] {
  const values: string[] = []
  for (let start = 0; ;) {
    let end = start
    if (text[start] === '"') {
      do end = text.indexOf('"', end + 1) + 1
      while (text[end] === '"')
    } else {
      const comma = text.indexOf(',', start)
      end = comma < 0 ? text.length : comma
    }
    values.push(parseField(text.slice(start, end)))
    if (end >= text.length) return values
    start = end + 1
  }
}
