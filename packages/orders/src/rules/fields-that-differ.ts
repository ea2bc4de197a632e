/**
 * The fields in which a request with a known id differs from the stored request with this id.
 *
 * @param compared each field with its stored and its requested value, both in stored form
 */
export function fieldsThatDiffer<Field extends string>(
  compared: readonly (readonly [field: Field, known: unknown, asked: unknown])[],
): Field[] {
  return compared.flatMap(([field, known, asked]) => (known === asked ? [] : [field]))
}
