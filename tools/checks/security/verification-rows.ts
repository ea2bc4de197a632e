import { readCitations } from './read-citations.ts'

/** A row of docs/security/asvs.md. */
export interface VerificationRow {
  /** Number of the requirement, such as `1.2.10`. */
  readonly number: string
  readonly level: string
  readonly held: string
  /** Tests that prove it, or the reason why there is none, or what is missing. */
  readonly proof: string
}

/** The rows of every table whose first column holds numbers of requirements. */
export function readRows(markdown: string): readonly VerificationRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, number = '', level = '', , held = '', ...proof] = line
      .split('|')
      .map((cell) => cell.trim())
    return /^\d+\.\d+\.\d+$/.test(number)
      ? [{ number, level, held, proof: proof.join('|').replace(/\|$/, '').trim() }]
      : []
  })
}

function isReason(text: string, word: string): boolean {
  return new RegExp(`(^|[.;] )${word}: \\S.{15,}`).test(text)
}

/** Problems of the rows: repeated numbers, missing levels, missing proofs or reasons. */
export function problemsOfRows(rows: readonly VerificationRow[]): readonly string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ number, level, held, proof }) => {
    const problems: string[] = []
    if (seen.has(number)) problems.push(`${number} has two rows.`)
    seen.add(number)
    if (!/^[123]$/.test(level)) problems.push(`${number} has the level "${level}".`)
    if (held === 'no' && !isReason(proof, 'Missing')) {
      problems.push(`${number} is not held and does not say what is missing ("Missing: ...").`)
    }
    if (held === 'yes' && readCitations(proof).length === 0 && !isReason(proof, 'No test')) {
      problems.push(`${number} is held by no test and does not say why ("No test: ...").`)
    }
    if (held !== 'yes' && held !== 'no') problems.push(`${number} is neither held nor not held.`)
    return problems
  })
}

/** The table that counts the rows by level, in Markdown. */
export function countsOf(rows: readonly VerificationRow[]): string {
  const lines = ['1', '2', '3', undefined].map((level) => {
    const counted = rows.filter((row) => level === undefined || row.level === level)
    const held = counted.filter(({ held: answer }) => answer === 'yes')
    const tested = held.filter(({ proof }) => readCitations(proof).length > 0)
    return `| ${level ?? 'all'} | ${counted.length} | ${held.length} | ${tested.length} | ${counted.length - held.length} |`
  })
  return [
    '| Level | Apply | Held | By a test | Not held |',
    '| - | - | - | - | - |',
    ...lines,
  ].join('\n')
}
