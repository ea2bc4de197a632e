import { quoted } from '../../command/printable.ts'
import type { Option } from '../../command/option.ts'

/** Arguments by the names that the API has for their values: `{ storeCode: '--store' }`. */
export type ArgumentNames = Readonly<Record<string, string>>

/** What a person typed for the values of a request, for the errors about them. */
export interface TypedNames {
  /** By the names of the values in the path. */
  readonly inPath: ArgumentNames
  /** By the names of the fields of query and body. */
  readonly fields: ArgumentNames
}

/** The arguments of a command that asks the operator API. */
export interface TypedArguments {
  /** Operands by the names of their values in the path. */
  readonly operands?: Readonly<Record<string, Option<unknown>>>
  /** Options by their names, which their values have in the API too. */
  readonly options?: Readonly<Record<string, Option<unknown>>>
  /** Arguments whose values have other names in the API. */
  readonly others?: ArgumentNames
}

/** The names of the values of a command's arguments in the API. */
export function typedNames({
  operands = {},
  options = {},
  others = {},
}: TypedArguments): TypedNames {
  const ofOperands = Object.fromEntries(
    Object.entries(operands).map(([name, { placeholder }]) => [name, placeholder]),
  )
  const ofOptions = Object.fromEntries(Object.keys(options).map((name) => [name, `--${name}`]))
  return {
    inPath: { ...others, ...ofOperands },
    fields: { ...ofOperands, ...ofOptions, ...others },
  }
}

// A name of two words can only be a name of the API; one of a single word is the name of a field
// where something is demanded of it.
const nameOfField =
  /(?:\bThe (?:[\w-]+'s )?)?\b(?:(?<two>[a-z]+[A-Z]\w*)|(?<one>[a-z]+)(?=(?:, \w+){0,8} (?:must|is|and|or|differs?)\b))/g

/**
 * A message of the API in which fields are called as they were typed: "The list's storeCode must"
 * becomes "--store must".
 *
 * @param wrong the fields that the error is about
 */
export function inArguments(
  message: string,
  names: ArgumentNames,
  wrong: readonly string[],
): string {
  const typed = new Map(Object.entries(names))
  return message.replaceAll(nameOfField, (words, two: string | undefined, one = '') => {
    if (two !== undefined) return typed.get(two) ?? words
    return wrong.includes(one) ? (typed.get(one) ?? words) : words
  })
}

/** The values of a path as they were typed: `ORDER is "NOTHING", --refund is "R1".` */
export function typedValues(values: ReadonlyMap<string, string>, names: ArgumentNames): string {
  const typed = new Map(Object.entries(names))
  const said = Array.from(
    values,
    ([name, value]) => `${typed.get(name) ?? name} is ${quoted(value)}`,
  )
  return said.length === 0 ? '' : ` ${said.join(', ')}.`
}
