/** Edit distance of two words; a transposition of neighbours counts as one edit. */
function edits(left: string, right: string): number {
  const width = right.length + 1
  const table = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: width }, () => 0),
  )
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0
  for (let row = 0; row <= left.length; row += 1) {
    for (let column = 0; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const ways =
        row === 0 || column === 0
          ? [row + column]
          : [
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (isSame ? 0 : 1),
              row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
            ]
      table[row]?.splice(column, 1, Math.min(...ways))
    }
  }
  return at(left.length, right.length)
}

/**
 * Finds the name that the user probably meant.
 *
 * @param typed what was typed
 * @param names the candidates
 * @returns the nearest name, or `undefined` when none is near
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase().slice(0, 64)
  const started = names.filter((name) => name.toLowerCase().startsWith(wanted))
  if (wanted.length >= 3 && started.length === 1) return started[0]
  const ranked = names
    .map((name) => ({ name, distance: edits(wanted, name.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance)
  const [best] = ranked
  if (best === undefined) return undefined
  return best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}
