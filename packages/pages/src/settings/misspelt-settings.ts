import type { SettingProblem } from './setting-problem.ts'

/**
 * Maximum number of letters in which two names may differ, at one position, and still count as
 * misspelt.
 */
const maxWrongLetters = 2
/** Minimum number of letters from which a truncated name is recognised. */
const minBeginningChars = 6

function sharedStart(left: string, right: string): number {
  let length = 0
  while (length < left.length && length < right.length && left[length] === right[length])
    length += 1
  return length
}

function sharedEnd(left: string, right: string): number {
  let length = 0
  const most = Math.min(left.length, right.length)
  while (length < most && left.at(-1 - length) === right.at(-1 - length)) length += 1
  return length
}

/**
 * Whether two names differ only by a typing error: wrong, missing or extra letters at one position,
 * or a missing end.
 */
function areAlike(typed: string, known: string): boolean {
  const name = typed.toUpperCase()
  if (name.length >= minBeginningChars && known.startsWith(name)) return true
  const start = sharedStart(name, known)
  const [left, right] = [name.slice(start), known.slice(start)]
  const end = sharedEnd(left, right)
  return Math.max(left.length, right.length) - end <= maxWrongLetters
}

/**
 * Names variables and secrets that no Worker reads and whose names resemble a setting that is not
 * set. A limit that was never active looks like one that was never reached.
 *
 * @param env the bindings of the Worker
 * @param known every variable and secret that the Worker reads
 */
export function misspeltSettings(env: object, known: readonly string[]): SettingProblem[] {
  const values = new Map<string, unknown>(Object.entries(env))
  const isOpen = (name: string): boolean => (values.get(name) ?? '') === ''
  return [...values].flatMap(([name, value]) => {
    if (typeof value !== 'string' || known.includes(name)) return []
    const meant = known.find((one) => isOpen(one) && areAlike(name, one))
    if (meant === undefined) return []
    const remedy = `Set ${meant} instead, or remove ${name}.`
    return [{ name, problem: `is no setting of this Worker; ${meant} is one`, remedy }]
  })
}
