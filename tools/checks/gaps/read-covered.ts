/** Heading of the table that names what each number covers. */
export const coverHeading = '## What each number covers'

/** The identifiers that each number of the register covers. */
export function readCovered(markdown: string): ReadonlyMap<string, ReadonlySet<string>> {
  const [, table = ''] = markdown.split(`\n${coverHeading}\n`)
  const rows = table.split('\n').flatMap((line): [string, ReadonlySet<string>][] => {
    const [, number = '', identifiers = ''] = line.split('|').map((cell) => cell.trim())
    if (!/^G-\d{2,3}$/.test(number)) return []
    return [[number, new Set(identifiers.match(/[\w$-]+/g))]]
  })
  return new Map(rows)
}
