import { parseSync, Visitor } from 'oxc-parser'

/** A regular expression of a source file. */
export interface FoundPattern {
  /** Number of the line, from 1. */
  readonly line: number
  /** The source text: `/a+/g`, or the call that creates it. */
  readonly code: string
  /** The expression; `undefined` if the code assembles it. */
  readonly pattern: RegExp | undefined
}

/**
 * Lists the regular expressions of a TypeScript file, in the order of its text.
 *
 * @throws SyntaxError when the text cannot be parsed
 */
export function findPatterns(file: string, source: string): readonly FoundPattern[] {
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`)

  const found: (FoundPattern & { readonly start: number })[] = []
  function add(start: number, end: number, pattern: RegExp | undefined): void {
    const line = source.slice(0, start).split('\n').length
    found.push({ start, line, code: source.slice(start, end), pattern })
  }
  function addCall(call: { start: number; end: number; callee: { type: string } }): void {
    const { callee } = call
    if ('name' in callee && callee.name === 'RegExp') add(call.start, call.end, undefined)
  }
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      add(node.start, node.end, new RegExp(pattern, flags))
    },
    NewExpression: addCall,
    CallExpression: addCall,
  })
  visitor.visit(parsed.program)
  return found
    .toSorted((one, other) => one.start - other.start)
    .map(({ line, code, pattern }) => ({ line, code, pattern }))
}
