/**
 * The fields in which a request under a known id says something else than the one that the id stands for.
 *
 * @param compared each field with what is known and what is asked for, in the form in which it is kept
 */
export function fieldsThatDiffer<Field extends string>(
  compared: readonly (readonly [field: Field, known: unknown, asked: unknown])[],
): Field[] {
  return compared.flatMap(([field, known, asked]) => (known === asked ? [] : [field]))
}
