import { calls } from './calls.ts'
import { concepts, states } from './concepts.ts'
import { security } from './security.ts'
import { shapes } from './shapes.ts'
import type { Statement } from './statement.ts'

/**
 * Every testable statement of the interface specification, in the order of its sections.
 */
export const allStatements: readonly Statement[] = [
  ...concepts,
  ...shapes,
  ...states,
  ...security,
  ...calls,
]
