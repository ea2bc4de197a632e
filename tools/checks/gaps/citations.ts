/** A place in the code that cites a number of the gap register. */
export interface Citation {
  /** The number, such as `G-07`. */
  readonly number: string
  /** Counted from 1. */
  readonly line: number
  /** The identifier of the citation: the one that is declared below or beside its comment. */
  readonly identifier: string
}

/** Numbers of the register. `G-1` and `G-0001` are ids of gift codes in tests and examples. */
const gapNumber = /\bG-\d{2,3}\b/g
const declaration = /\b(?:function|const|class|interface|type|let)\s+([A-Za-z_$][\w$]*)/
const member =
  /^[^A-Za-z_$'"]*(?:(?:readonly|async|static|export|get)\s+)*['"]?([A-Za-z_$][\w$-]*)['"]?\??[:(<=,]/
const word = /[A-Za-z_$][\w$]*/

/**
 * Keywords and names of types and of the validation library, which are not the identifier of a
 * citation.
 */
const noIdentifiers: ReadonlySet<string> = new Set([
  '',
  'if',
  'return',
  'string',
  'number',
  'v',
  'export',
])

const isComment = (line: string): boolean => /^\s*(?:\/\/|\/\*|\*)/.test(line)
const isCode = (line: string): boolean => line.trim() !== '' && !isComment(line)

function identifierIn(line: string): string {
  return declaration.exec(line)?.[1] ?? member.exec(line)?.[1] ?? word.exec(line)?.[0] ?? ''
}

/** The declaration above a line, for a number within a list or a text. */
function declaredAbove(lines: readonly string[], from: number): string {
  for (let index = from; index >= 0; index -= 1) {
    const found = /^(?:export )?(?:async )?(?:function|const|class|interface|type)\s+([\w$]+)/.exec(
      lines[index] ?? '',
    )
    if (found?.[1] !== undefined) return found[1]
  }
  return ''
}

function nearest(lines: readonly string[], index: number): string {
  const line = lines[index] ?? ''
  if (!isComment(line)) {
    const [code = '', comment = ''] = line.split(/\s\/\//)
    return comment.includes('G-') ? identifierIn(code) : declaredAbove(lines, index)
  }
  const below = lines.slice(index + 1).find((candidate) => isCode(candidate))
  return below === undefined ? '' : identifierIn(below)
}

function identifierAt(lines: readonly string[], index: number): string {
  const identifier = nearest(lines, index)
  return noIdentifiers.has(identifier) ? declaredAbove(lines, index) : identifier
}

/** All citations in the text of a file. */
export function citationsIn(text: string): readonly Citation[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    [...new Set(line.match(gapNumber))].map((number) => ({
      number,
      line: index + 1,
      identifier: identifierAt(lines, index),
    })),
  )
}
