import * as v from 'valibot'

/**
 * A text of an answer that decides nothing: empty when it is left out, and when it cannot be read.
 * Assumes G-167.
 */
export const TextOrEmpty = v.fallback(v.optional(v.nullable(v.string()), ''), '')
