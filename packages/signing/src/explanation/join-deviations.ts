import { joinParts, type Deviation, type SignedParts } from './signed-parts.ts'

const order = ['path', 'method', 'nonce', 'timestamp', 'keyCode', 'body'] as const
type PartName = (typeof order)[number]

const names: Readonly<Record<PartName, string>> = {
  path: 'path',
  method: 'method',
  nonce: 'nonce',
  timestamp: 'timestamp',
  keyCode: 'key code',
  body: 'body',
}

const remedy = 'Put it together as path;METHOD;nonce;timestamp;key code;body.'

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

function listed(wanted: readonly PartName[]): string {
  return wanted.map((name) => names[name]).join(';')
}

const orders: readonly Deviation[] = permutations(order)
  .filter((wanted) => wanted.join(';') !== order.join(';'))
  .map((wanted) => ({
    part: 'join',
    says: `the values in another order: ${listed(wanted)}`,
    remedy,
    join: (parts: SignedParts) => wanted.map((name) => parts[name]).join(';'),
  }))

const separators: readonly Deviation[] = [
  ['no separator', ''],
  ['a comma', ','],
  ['a vertical bar', '|'],
  ['a line end', '\n'],
  ['an ampersand', '&'],
  ['a full stop', '.'],
  ['a colon', ':'],
  ['a semicolon and a space', '; '],
].map(([says = '', separator = '']) => ({
  part: 'join',
  says: `the values with ${says} between them instead of a semicolon`,
  remedy,
  join: (parts: SignedParts) => order.map((name) => parts[name]).join(separator),
}))

const ends: readonly Deviation[] = [
  {
    part: 'join',
    says: 'the text without the semicolon after the key code',
    remedy: 'Without a body the text still ends with the semicolon after the key code.',
    join: (parts) => joinParts(parts).replace(/;$/, ''),
  },
  {
    part: 'join',
    says: 'the text with one more semicolon at its end',
    remedy,
    join: (parts) => `${joinParts(parts)};`,
  },
  {
    part: 'join',
    says: 'the text with a line end after it',
    remedy: 'Sign the text alone: some tools add a line end (`echo -n` or `printf` do not).',
    join: (parts) => `${joinParts(parts)}\n`,
  },
]

/** The wrong ways to join the right values, the likely ones first. */
export const joinDeviations: readonly Deviation[] = [...ends, ...separators, ...orders]
