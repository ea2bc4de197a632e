import type { Random } from './random.ts'

/** Hostile tokens for every parser. */
const hostile = [
  '',
  '\0',
  '\n',
  '\r\n',
  ' ',
  '"',
  "'",
  ';',
  '&',
  '=',
  '%',
  '%00',
  '%ff',
  '%',
  '+',
  '/',
  '//',
  '\\',
  '{',
  '[',
  ',',
  '-----',
  '..',
  '~',
  '\u00ff',
  '\u0080',
  '\u2028',
  '\ud800',
  '\u{1f4b8}',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1e400',
  '9007199254740993',
  'null',
  'NaN',
]

type Operation = (text: string, random: Random, words: readonly string[]) => string

function place(text: string, random: Random): number {
  return random.below(text.length + 1)
}

function range(text: string, random: Random): readonly [start: number, end: number] {
  const start = place(text, random)
  return [start, Math.min(text.length, start + 1 + random.below(16))]
}

const operations: readonly Operation[] = [
  function insertWord(text, random, words) {
    const at = place(text, random)
    return text.slice(0, at) + random.pick(words) + text.slice(at)
  },
  function replaceByWord(text, random, words) {
    const [start, end] = range(text, random)
    return text.slice(0, start) + random.pick(words) + text.slice(end)
  },
  function changeCharacter(text, random) {
    const at = place(text, random)
    const code = random.pick([random.below(128), random.below(256), random.below(0x1_00_00)])
    return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
  },
  function drop(text, random) {
    const [start, end] = range(text, random)
    return text.slice(0, start) + text.slice(end)
  },
  function cutOff(text, random) {
    return text.slice(0, place(text, random))
  },
  function repeatPart(text, random) {
    const [start, end] = range(text, random)
    const times = random.pick([2, 3, 10, 100, 1000])
    return text.slice(0, end) + text.slice(start, end).repeat(times) + text.slice(end)
  },
  function movePart(text, random) {
    const [start, end] = range(text, random)
    const rest = text.slice(0, start) + text.slice(end)
    const at = place(rest, random)
    return rest.slice(0, at) + text.slice(start, end) + rest.slice(at)
  },
]

const longest = 200_000

/**
 * Mutates a valid input by one to six changes.
 *
 * @param words tokens of the format, which are inserted like the hostile ones
 */
export function mutate(text: string, random: Random, words: readonly string[]): string {
  const all = [...hostile, ...words]
  let changed = text
  for (let changes = 1 + random.below(6); changes > 0; changes -= 1) {
    changed = random.pick(operations)(changed, random, all).slice(0, longest)
  }
  return changed
}

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e21,
  '',
  'x',
  '__proto__',
  [],
  {},
  [null],
  { toString: 1 },
  'A'.repeat(10_000),
]

/** Changes one value or one name anywhere in a JSON document. */
export function mutateJson(text: string, random: Random, words: readonly string[]): string {
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || random.below(4) === 0) {
      return random.below(3) === 0 ? random.pick(words) : random.pick(values)
    }
    const entries = Object.entries(value)
    if (entries.length === 0) return random.pick(values)
    const at = random.below(entries.length)
    const changed = entries.flatMap(([name, one], index) => {
      if (index !== at) return [[name, one] as const]
      const kind = random.below(8)
      if (kind === 0) return []
      if (kind === 1) return [[random.pick(['__proto__', 'constructor', ...words]), one] as const]
      return [[name, change(one)] as const]
    })
    return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
  }
  return JSON.stringify(change(JSON.parse(text)))
}
