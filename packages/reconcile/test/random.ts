/** Random draws that are the same for the same seed. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('There is nothing to pick from.')
    return value
  }
  const chance = (share: number) => next() < share
  const shuffle = <Value>(values: readonly Value[]): Value[] => {
    const left = [...values]
    return values.flatMap(() => left.splice(below(left.length), 1))
  }
  return { below, pick, chance, shuffle }
}
