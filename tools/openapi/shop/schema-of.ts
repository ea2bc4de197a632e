import type * as v from 'valibot'

/**
 * Requires a schema to have every field of a view, including the optional ones. The type of a
 * schema alone does not reveal a missing optional field, which the documents would then lack.
 */
export function schemaOf<View>() {
  return <Entries extends Readonly<Record<keyof View, v.GenericSchema>>>(
    schema: v.GenericSchema<View> & v.ObjectSchema<Entries, undefined>,
  ): v.GenericSchema<View> => schema
}
