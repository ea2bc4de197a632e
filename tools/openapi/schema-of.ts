import type * as v from 'valibot'

/**
 * Takes the schema of a view that has every field of it, the optional ones too. The type of a
 * schema alone says nothing of an optional field that it lacks, and the documents would lack it.
 */
export function schemaOf<View>() {
  return <Entries extends Readonly<Record<keyof View, v.GenericSchema>>>(
    schema: v.GenericSchema<View> & v.ObjectSchema<Entries, undefined>,
  ): v.GenericSchema<View> => schema
}
