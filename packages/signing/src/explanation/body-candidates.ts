import { checkArguments } from '../check-options.ts'
import type { CandidateText } from './explain-text.ts'

/** A linked-account request whose field `signature` does not verify. */
export interface BodySigned {
  /** The text that the field should cover. @see Specification 5.3 */
  readonly expectedText: string
  /** The fields of the body, without `signature`, in the order in which they were sent. */
  readonly sent: Readonly<Record<string, unknown>>
  /** The same fields plus those that are signed but not sent. */
  readonly fields: Readonly<Record<string, unknown>>
}

interface NamedValue {
  readonly name: string
  readonly value: string
}

const remedy = 'Join the values with | in the order of the specification, nothing else.'
/** Up to this many values every permutation is tried; with more, only neighbours are swapped. */
const permutedValues = 4

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The values of the text, each with the field that it comes from. */
function namedValues({ expectedText, fields }: BodySigned): readonly NamedValue[] {
  const left = new Map(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
  return expectedText.split('|').map((value, index) => {
    const name = [...left].find(([, text]) => text === value)?.[0]
    if (name !== undefined) left.delete(name)
    return { name: name ?? `value ${index + 1}`, value }
  })
}

function joined(values: readonly NamedValue[], separator = '|'): string {
  return values.map(({ value }) => value).join(separator)
}

function listed(values: readonly NamedValue[]): string {
  return values.map(({ name }) => name).join('|')
}

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

function orders(values: readonly NamedValue[]): readonly (readonly NamedValue[])[] {
  if (values.length <= permutedValues) return permutations(values)
  return values
    .slice(1)
    .map((value, index) => values.toSpliced(index, 2, value, values[index] ?? value))
}

function joinCandidates(values: readonly NamedValue[]): readonly CandidateText[] {
  const separators = [
    ['no separator', ''],
    ['a semicolon', ';'],
    ['a comma', ','],
    ['an ampersand', '&'],
    ['a full stop', '.'],
    ['a line end', '\n'],
    ['a bar with spaces', ' | '],
  ] as const
  const named = values.map(({ name, value }) => `${name}=${value}`)
  return [
    ...separators.map(([says, separator]) => ({
      text: joined(values, separator),
      says: `the values with ${says} between them instead of |`,
      remedy,
    })),
    { text: `${joined(values)}|`, says: 'the text with one more | at its end', remedy },
    { text: `|${joined(values)}`, says: 'the text with a | before it', remedy },
    { text: `${joined(values)}\n`, says: 'the text with a line end after it', remedy },
    { text: named.join('|'), says: 'names and values instead of the values alone', remedy },
    { text: named.join('&'), says: 'names and values instead of the values alone', remedy },
  ]
}

function without(values: readonly NamedValue[]): readonly CandidateText[] {
  return values.flatMap(({ name }, index) => [
    { text: joined(values.toSpliced(index, 1)), says: `the text without ${name}`, remedy },
    {
      text: joined(values.toSpliced(index, 1, { name, value: '' })),
      says: `the text with an empty ${name}`,
      remedy,
    },
  ])
}

function variantsOf(value: string): readonly (readonly [says: string, value: string])[] {
  if (value === '') return [['0 instead of nothing', '0']]
  const isNumber = /^\d+$/.test(value)
  if (!isNumber) {
    return [
      ['in percent-escapes', encodeURIComponent(value)],
      ['with a slash at its end', `${value}/`],
      ['in small letters', value.toLowerCase()],
      ['in capitals', value.toUpperCase()],
    ]
  }
  return [
    ['in milliseconds', `${value}000`],
    ['in seconds', value.replace(/\d{3}$/, '')],
    ['with decimals', `${value}.0`],
    ['with decimals', `${value}.00`],
    ['as nothing', ''],
  ]
}

function changed(values: readonly NamedValue[]): readonly CandidateText[] {
  return values.flatMap(({ name, value }, index) =>
    variantsOf(value).map(([says, other]) => ({
      text: joined(values.toSpliced(index, 1, { name, value: other })),
      says: `the text with ${name} ${says}`,
      remedy: 'Sign each value exactly as it is sent.',
    })),
  )
}

function wholeBodies({ sent }: BodySigned): readonly CandidateText[] {
  const values = Object.entries(sent).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [{ name, value: text }]
  })
  return [
    { text: JSON.stringify(sent), says: 'the JSON of the body instead of the values', remedy },
    { text: joined(values), says: `the values of the body as sent: ${listed(values)}`, remedy },
  ]
}

/** Texts that callers are likely to sign instead of the text of Specification 5.3. */
export function bodyCandidates(signed: BodySigned): readonly CandidateText[] {
  checkArguments('bodyCandidates', { signed })
  const values = namedValues(signed)
  const all = [
    ...wholeBodies(signed),
    ...joinCandidates(values),
    ...without(values),
    ...orders(values).map((wanted) => ({
      text: joined(wanted),
      says: `the values in another order: ${listed(wanted)}`,
      remedy,
    })),
    ...changed(values),
  ]
  return all.filter(({ text }) => text !== signed.expectedText)
}
