import type { Operator, Span } from './mutation.ts'

/** Replacements in the text of a query: the word or sign, and what replaces it. */
const exchanges: readonly (readonly [RegExp, string])[] = [
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! (?:IGNORE|REPLACE|ABORT|FAIL))/g, 'AND'],
  [/\bNOT IN\b/g, 'IN'],
  [/(?<!NOT )\bIN\b(?= *(?:\(|\$\{|$))/g, 'NOT IN'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/(?<!NOT )\bEXISTS\b/g, 'NOT EXISTS'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bMIN\b/g, 'MAX'],
  [/\bMAX\b/g, 'MIN'],
  [/'[A-Za-z_.$]+'/g, "'mutant'"],
]

/** How a statement begins that is written as plain text, without the tag. */
const statementBegins = /^(?:SELECT|INSERT|UPDATE|DELETE) /

/** The comparison functions of the query builder, each with its replacements. */
const comparisons: Readonly<Record<string, string>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  inArray: 'notInArray',
  notInArray: 'inArray',
  asc: 'desc',
  desc: 'asc',
}

/** Proposes the replacements in a part of the text of a query. */
function exchange(source: string, { start, end }: Span, propose: Parameters<Operator>[1]): void {
  const text = source.slice(start, end)
  for (const [pattern, replacement] of exchanges) {
    for (const found of text.matchAll(pattern)) {
      const at = start + found.index
      propose({ start: at, end: at + found[0].length, replacement })
    }
  }
}

/**
 * Makes the conditions of queries weaker, stricter or opposite, reverses their order, and exchanges
 * additions and subtractions.
 */
export const queries: Operator = (source, propose) => ({
  TaggedTemplateExpression: ({ tag, quasi }) => {
    if (tag.type !== 'Identifier' || tag.name !== 'sql') return
    for (const part of quasi.quasis) exchange(source, part, propose)
  },
  TemplateLiteral: ({ quasis }) => {
    if (!statementBegins.test(quasis[0]?.value.raw ?? '')) return
    for (const part of quasis) exchange(source, part, propose)
  },
  Literal: ({ value, start, end }) => {
    if (typeof value === 'string' && statementBegins.test(value)) {
      exchange(source, { start, end }, propose)
    }
  },
  CallExpression: ({ callee, arguments: parts }) => {
    if (callee.type !== 'Identifier') return
    const { name, start, end } = callee
    const other = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
    if (other !== undefined) {
      const appendix = `import { ${other} as mutant } from 'drizzle-orm'`
      propose({ start, end, replacement: 'mutant', appendix })
    }
    if ((name !== 'and' && name !== 'or') || parts.length < 2) return
    for (const part of parts)
      propose({ start: part.start, end: part.end, replacement: 'undefined' })
  },
})
