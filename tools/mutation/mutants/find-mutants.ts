import { parseSync, Visitor } from 'oxc-parser'
import { calls } from './calls.ts'
import { conditions } from './conditions.ts'
import { literals } from './literals.ts'
import type { Mutation, Operator } from './mutation.ts'
import { queries } from './queries.ts'
import { statements } from './statements.ts'
import { transitions } from './transitions.ts'
import { unseenSpans } from './unseen-spans.ts'

const operators: readonly Operator[] = [
  conditions,
  literals,
  statements,
  calls,
  queries,
  transitions,
]

/** A source file with one change that its tests should notice. */
export interface Mutant extends Mutation {
  /** Path of the file within the repository. */
  readonly file: string
  /** Number of the line in which the change begins, from 1. */
  readonly line: number
  /** That line as it is written, without the space around it. */
  readonly code: string
  /** What the change replaces and with what, on one line. */
  readonly change: string
}

const shownLength = 60

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > shownLength ? `${flat.slice(0, shownLength)}…` : flat
}

function described(source: string, file: string, mutation: Mutation): Mutant {
  const { start, end, replacement } = mutation
  const line = source.slice(0, start).split('\n').length
  const code = source.split('\n')[line - 1]?.trim() ?? ''
  const change = `${oneLine(source.slice(start, end))} → ${oneLine(replacement) || '(nothing)'}`
  return { ...mutation, file, line, code, change }
}

/**
 * The mutants of a source file, in the order of its text, each different from the others.
 *
 * @param file path of the file within the repository
 * @throws SyntaxError when the text cannot be parsed
 */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`)

  const unseen = unseenSpans(parsed.program)
  const found = new Map<string, Mutation>()
  function propose(mutation: Mutation): void {
    const { start, end, replacement } = mutation
    if (unseen.some((span) => span.start <= start && end <= span.end)) return
    if (source.slice(start, end) === replacement) return
    found.set(`${start}:${end}:${replacement}`, mutation)
  }
  for (const operator of operators) new Visitor(operator(source, propose)).visit(parsed.program)
  return [...found.values()]
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((mutation) => described(source, file, mutation))
}

/** The whole text of a file with a mutation. */
export function mutate(source: string, { start, end, replacement, appendix }: Mutation): string {
  const text = `${source.slice(0, start)}${replacement}${source.slice(end)}`
  return appendix === undefined ? text : `${text}\n${appendix}\n`
}
