import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const described = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:readonly\s+)?['"]?([\w-]+)['"]?\??:/g
const imported = /from '(\.{1,2}\/[^']+\.ts)'/g
/** Files that describe endpoints in general, not the fields of one endpoint. */
const general = /\/(endpoint|refusal|limits)\.ts$/

/** The text of a doc comment on one line, without its tags. */
export function sentence(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .filter((line) => !line.startsWith('@'))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Reads the descriptions of fields from the doc comments of a source file, and of the files that it
 * imports. Schemas carry no descriptions at run time, so that bundles stay small.
 *
 * @param file path of the source file
 * @returns descriptions by field; those of the file itself win over imported ones
 */
export async function fieldDescriptions(file: string): Promise<ReadonlyMap<string, string>> {
  const source = await readFile(file, 'utf8')
  const found = new Map<string, string>()
  for (const [, path = ''] of source.matchAll(imported)) {
    if (general.test(path)) continue
    const inner = await readFile(join(dirname(file), path), 'utf8')
    for (const [, comment = '', name = ''] of inner.matchAll(described)) {
      if (!found.has(name)) found.set(name, sentence(comment))
    }
  }
  const own = new Map<string, string>()
  // If a file describes a field twice, the longer text is that of the request, which says more.
  for (const [, comment = '', name = ''] of source.matchAll(described)) {
    const text = sentence(comment)
    if (text.length > (own.get(name) ?? '').length) own.set(name, text)
  }
  return new Map([...found, ...own])
}
