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
 * Methods that return a value of the same type as their receiver, so that the call can be removed.
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

/** Replaces a call by the opposite method, and removes steps of a chain. */
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
