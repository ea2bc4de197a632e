import type { ObjectExpression } from 'oxc-parser'
import type { Operator } from './mutation.ts'

/** The parts of a transition that can be removed without a compiler error. */
const optionalParts = new Set(['require', 'journal', 'event', 'alert', 'optional'])

/** Removes a column or a part of a transition. */
export const transitions: Operator = (source, propose) => {
  function takeOut(object: ObjectExpression, isTaken: (name: string) => boolean): void {
    for (const property of object.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
      if (!isTaken(property.key.name)) continue
      const { start } = property
      const end = source[property.end] === ',' ? property.end + 1 : property.end
      propose({ start, end, replacement: '' })
    }
  }

  return {
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'set') return
      if (value.type === 'ObjectExpression') takeOut(value, () => true)
    },
    ObjectExpression: (object) => {
      const isTransition = object.properties.some(
        (one) =>
          one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'decide',
      )
      if (isTransition) takeOut(object, (name) => optionalParts.has(name))
    },
  }
}
