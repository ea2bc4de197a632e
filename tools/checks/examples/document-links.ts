import { dirname, join, matchesGlob, normalize } from 'node:path'

/** A relative link of a document. */
export interface DocumentLink {
  /** Its target, relative to the repository, without the fragment. */
  readonly target: string
  /** Line of the document, from 1. */
  readonly line: number
}

/** The relative links of a Markdown document; links in code are left out. */
export function relativeLinks(file: string, markdown: string): readonly DocumentLink[] {
  let inCode = false
  return markdown.split('\n').flatMap((text, at) => {
    if (/^\s*```/.test(text)) inCode = !inCode
    if (inCode) return []
    return [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(\s*<?([^)\s>]+)/g)].flatMap(
      ([, address = '']) => {
        const [path = ''] = address.split('#')
        if (path === '' || /^[a-z][a-z+.-]*:|^\/\//i.test(path)) return []
        return [{ target: normalize(join(dirname(file), path)), line: at + 1 }]
      },
    )
  })
}

/**
 * Whether the tarball of a package contains a file.
 *
 * @param files what `files` of its manifest lists; `README`, `LICENSE` and `package.json` are always packed
 * @param path relative to the package
 */
export function isPacked(files: readonly string[], path: string): boolean {
  if (path.startsWith('..')) return false
  if (/^(README|LICEN[CS]E|package\.json)/i.test(path)) return true
  const isListed = (entry: string): boolean =>
    path === entry || path.startsWith(`${entry}/`) || matchesGlob(path, entry)
  const refused = files.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))
  return files.some((entry) => !entry.startsWith('!') && isListed(entry)) && !refused.some(isListed)
}
