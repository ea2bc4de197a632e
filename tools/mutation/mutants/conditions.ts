import type { Operator, Span } from './mutation.ts'

/** The replacements of each binary operator. */
const exchanges: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
}

const negations = new Set(['===', '!=='])

interface Between {
  readonly left: Span
  readonly operator: string
  readonly right: Span
}

function placeOfOperator(source: string, { left, operator, right }: Between): Span {
  const start = source.indexOf(operator, left.end)
  if (start === -1 || start >= right.start)
    throw new TypeError(`No ${operator} between two values.`)
  return { start, end: start + operator.length }
}

function isText(node: { readonly type: string; readonly value?: unknown }): boolean {
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  )
}

/** Replaces conditions by true and false, and operators of comparisons and sums by others. */
export const conditions: Operator = (source, propose) => {
  const decided = new Set<number>()

  function always(test: Span, outcomes: readonly string[]): void {
    decided.add(test.start * 2 ** 24 + test.end)
    for (const replacement of outcomes) propose({ ...test, replacement })
  }

  return {
    IfStatement: ({ test: { start, end } }) => always({ start, end }, ['true', 'false']),
    ConditionalExpression: ({ test: { start, end } }) => always({ start, end }, ['true', 'false']),
    // A loop that never ends shows no more than one that is never entered.
    WhileStatement: ({ test: { start, end } }) => always({ start, end }, ['false']),
    ForStatement: ({ test }) => {
      if (test !== null) propose({ start: test.start, end: test.end, replacement: 'false' })
    },
    UnaryExpression: ({ operator, argument, start, end }) => {
      if (operator === '!' || operator === '-') {
        propose({ start, end, replacement: source.slice(argument.start, argument.end) })
      }
    },
    BinaryExpression: ({ left, operator, right, start, end }) => {
      // As a whole condition it is already replaced by true and by false.
      if (negations.has(operator) && decided.has(start * 2 ** 24 + end)) return
      if (operator === '+' && (isText(left) || isText(right))) return
      const place = placeOfOperator(source, { left, operator, right })
      for (const replacement of exchanges[operator] ?? []) propose({ ...place, replacement })
    },
    LogicalExpression: ({ left, operator, right, start, end }) => {
      if (operator === '??') {
        propose({ start, end, replacement: source.slice(left.start, left.end) })
        return
      }
      const place = placeOfOperator(source, { left, operator, right })
      propose({ ...place, replacement: operator === '&&' ? '||' : '&&' })
    },
  }
}
