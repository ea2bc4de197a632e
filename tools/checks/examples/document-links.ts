import { dirname, join, matchesGlob, normalize } from 'node:path'

/** A relative link of a document. */
export interface DocumentLink {
  /** Its target, relative to the repository, without the fragment. */
  readonly target: string
  /** The part after `#`; left out when the link has none. */
  readonly fragment?: string
  /** Line of the document, from 1. */
  readonly line: number
}

/** The lines of a Markdown document that are not code, each with its number from 1. */
function proseOf(markdown: string): readonly { readonly text: string; readonly line: number }[] {
  let inCode = false
  return markdown.split('\n').flatMap((text, at) => {
    const isFence = /^\s*```/.test(text)
    if (isFence) inCode = !inCode
    return inCode || isFence ? [] : [{ text, line: at + 1 }]
  })
}

/** The relative links of a Markdown document, also those within it; links in code are left out. */
export function relativeLinks(file: string, markdown: string): readonly DocumentLink[] {
  return proseOf(markdown).flatMap(({ text, line }) =>
    [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(\s*<?([^)\s>]+)/g)].flatMap(
      ([, address = '']) => {
        const [path = '', fragment] = address.split('#')
        if (/^[a-z][a-z+.-]*:|^\/\//i.test(path)) return []
        const target = path === '' ? file : normalize(join(dirname(file), path))
        return [{ target, line, ...(fragment !== undefined && { fragment }) }]
      },
    ),
  )
}

const pathInCode =
  /`((?:benchmarks|docs|examples|fixtures|packages|runtime-tests|tools|workers)\/[^`\s:]*)/g

/**
 * The paths of the repository that a Markdown document names in backticks, as patterns for `glob`: a
 * part in angle brackets stands for any name. A replaced decision has none, because it tells of the
 * past.
 */
export function namedPaths(
  markdown: string,
): readonly { readonly pattern: string; readonly line: number }[] {
  if (/^# .*\n\nReplaced by /.test(markdown)) return []
  return proseOf(markdown).flatMap(({ text, line }) =>
    Array.from(text.matchAll(pathInCode), ([, path = '']) => ({
      pattern: path.replaceAll(/<[^>]*>/g, '*').replace(/\/$/, ''),
      line,
    })),
  )
}

/**
 * The fragments under which the headings of a Markdown document can be linked, as GitHub makes
 * them.
 */
export function fragmentsOf(markdown: string): ReadonlySet<string> {
  const fragments = new Set<string>()
  for (const { text } of proseOf(markdown)) {
    const [, heading] = /^#{1,6} +(.*?)(?: +#+)?\s*$/.exec(text) ?? []
    if (heading === undefined) continue
    const shown = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-')
    let fragment = slug
    for (let repeat = 1; fragments.has(fragment); repeat += 1) fragment = `${slug}-${repeat}`
    fragments.add(fragment)
  }
  return fragments
}

/**
 * Whether the tarball of a package contains a file.
 *
 * @param files what `files` of its manifest lists; `README`, `LICENSE` and `package.json` are
 *   always packed
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
