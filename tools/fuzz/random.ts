/** Random numbers that depend only on a seed. */
export interface Random {
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  /** One of the items; the list must not be empty. */
  pick<Item>(items: readonly Item[]): Item
  bytes(length: number): Uint8Array
}

/** Makes a source of numbers from a seed and a name, by splitmix32. */
export function createRandom(seed: number, name: string): Random {
  let state = seed | 0
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01_00_01_93)
  const next = (): number => {
    state = (state + 0x9e_37_79_b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  const below = (limit: number): number => next() % limit
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new TypeError('The list to pick from is empty.')
      return item
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
