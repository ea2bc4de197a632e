/** Maximum lost races with other workers. */
const racesMax = 4

/**
 * Applies a row of a file to the transaction that it names, and reads the transaction anew when
 * another worker, or the verdict of a person, has moved it on since it was read: the row may
 * contradict what it counts as then.
 *
 * @returns what `apply` returns; `undefined` when there is no such transaction
 * @throws Error when the transaction kept changing
 */
export async function applyToNewest<Row>(
  read: () => Promise<Row | undefined>,
  apply: (row: Row) => Promise<boolean | 'overtaken'>,
): Promise<boolean | undefined> {
  for (let race = 0; race < racesMax; race += 1) {
    const row = await read()
    const applied = row === undefined ? undefined : await apply(row)
    if (applied !== 'overtaken') return applied
  }
  throw new Error('A transaction kept changing while a row of a file was applied to it.')
}
