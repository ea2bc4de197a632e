import type { Operator } from './mutation.ts'

const others: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  floor: 'ceil',
  ceil: 'floor',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
}

/**
 * Methods whose result is of the kind of what they are called on, so that the call can be left out.
 */
const steps = new Set([
  'filter',
  'reverse',
  'replace',
  'replaceAll',
  'slice',
  'sort',
  'subarray',
  'toReversed',
  'toSorted',
  'trim',
  'trimEnd',
  'trimStart',
])

/** Calls of the opposite method, and steps of a chain that are left out. */
export const calls: Operator = (source, propose) => ({
  CallExpression: ({ callee, start, end }) => {
    if (callee.type !== 'MemberExpression' || callee.computed) return
    const { object, property } = callee
    const { name } = property
    const other = Object.hasOwn(others, name) ? others[name] : undefined
    if (other !== undefined) {
      propose({ start: property.start, end: property.end, replacement: other })
    }
    if (steps.has(name)) {
      propose({ start, end, replacement: source.slice(object.start, object.end) })
    }
  },
})
