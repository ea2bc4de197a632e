import type { Operator } from './mutation.ts'

/**
 * Whether a string literal is an identifier, such as a state or a code, and not a message: it has
 * no spaces.
 */
function isWord(text: string): boolean {
  return text !== '' && !/\s/.test(text)
}

function isProse(element: { readonly type: string; readonly value?: unknown }): boolean {
  return element.type === 'Literal' && typeof element.value === 'string' && /\s/.test(element.value)
}

function withoutAnchors(pattern: string): readonly string[] {
  const weaker: string[] = []
  if (pattern.startsWith('^')) weaker.push(pattern.slice(1))
  if (pattern.endsWith('$')) weaker.push(pattern.slice(0, -1))
  return weaker
}

function withOtherCounts(pattern: string): readonly string[] {
  const counts = [...pattern.matchAll(/\{(?:\d+,)?(\d+)\}/g)]
  return counts.map((count) => {
    const last = count[1] ?? ''
    const start = count.index + count[0].length - 1 - last.length
    return `${pattern.slice(0, start)}${Number(last) + 1}${pattern.slice(start + last.length)}`
  })
}

/**
 * Changes booleans, numbers, words and patterns, and removes members of lists.
 */
export const literals: Operator = (_source, propose) => ({
  Literal: (node) => {
    const { start, end, value } = node
    if (typeof value === 'boolean') propose({ start, end, replacement: String(!value) })
    if (typeof value === 'number') {
      propose({ start, end, replacement: `${value + 1}` })
      if (value > 1) propose({ start, end, replacement: `${value - 1}` })
    }
    if (typeof value === 'string' && isWord(value)) propose({ start, end, replacement: "'mutant'" })
    if ('regex' in node) {
      const { pattern, flags } = node.regex
      for (const other of [...withoutAnchors(pattern), ...withOtherCounts(pattern)]) {
        propose({ start, end, replacement: `/${other}/${flags}` })
      }
    }
  },
  ArrayExpression: ({ elements }) => {
    for (const [index, element] of elements.entries()) {
      if (element === null || isProse(element)) continue
      const next = elements[index + 1]
      const previous = elements[index - 1]
      if (next) propose({ start: element.start, end: next.start, replacement: '' })
      else propose({ start: previous?.end ?? element.start, end: element.end, replacement: '' })
    }
  },
})
