import * as v from 'valibot'

function isOpenObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * An object whose keys the specification leaves open; it is passed on unchanged. `v.record` would
 * leave out keys such as `constructor`, and take a list for an object with the keys 0, 1 and so on.
 */
export const OpenObject = v.custom<Readonly<Record<string, unknown>>>(
  isOpenObject,
  'must be an object',
)
