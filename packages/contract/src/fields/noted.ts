import * as v from 'valibot'

/**
 * A field of an answer that decides nothing, such as a name or an id to keep: when it cannot be read
 * it is left out, so that it does not make the answer unreadable. It does what `fallback` of valibot
 * does, in fewer bytes. Assumes G-167.
 */
// @__NO_SIDE_EFFECTS__
export function noted<Output>(
  schema: v.GenericSchema<unknown, Output>,
): v.OptionalSchema<v.NullableSchema<v.GenericSchema<unknown, Output>, undefined>, undefined> {
  const field = v.optional(v.nullable(schema))
  return {
    ...field,
    '~run': (dataset, config) => {
      const read = field['~run'](dataset, config)
      return read.issues ? { typed: true, value: undefined } : read
    },
  }
}
