import type { Operator } from './mutation.ts'

const assignments: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '|=': '&=',
  '&=': '|=',
  '^=': '&=',
  '??=': '=',
}

/** Removes statements, and exchanges additions and subtractions. */
export const statements: Operator = (source, propose) => ({
  ExpressionStatement: ({ start, end, directive }) => {
    if (typeof directive !== 'string') propose({ start, end, replacement: ';' })
  },
  BreakStatement: ({ start, end }) => propose({ start, end, replacement: ';' }),
  ContinueStatement: ({ start, end }) => propose({ start, end, replacement: ';' }),
  AssignmentExpression: ({ left, operator, right }) => {
    const replacement = assignments[operator]
    const start = source.indexOf(operator, left.end)
    if (replacement === undefined || start >= right.start) return
    propose({ start, end: start + operator.length, replacement })
  },
  UpdateExpression: ({ start, end }) => {
    const text = source.slice(start, end)
    const replacement = text.includes('++') ? text.replace('++', '--') : text.replace('--', '++')
    propose({ start, end, replacement })
  },
})
