/** Maximum lost races with other workers. */
const maxRaces = 4

/**
 * Applies a row of a file to the transaction that it names. When another worker or a verdict has
 * changed the transaction since it was read, it is read again, because the row may contradict its
 * new state.
 *
 * @returns what `apply` returns; `undefined` when there is no such transaction
 * @throws Error when the transaction kept changing
 */
export async function applyToNewest<Row>(
  read: () => Promise<Row | undefined>,
  apply: (row: Row) => Promise<boolean | 'overtaken'>,
): Promise<boolean | undefined> {
  for (let race = 0; race < maxRaces; race += 1) {
    const row = await read()
    const applied = row === undefined ? undefined : await apply(row)
    if (applied !== 'overtaken') return applied
  }
  throw new Error('A transaction kept changing while a row of a file was applied to it.')
}
