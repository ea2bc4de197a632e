/** The type of an option; `any` where the function checks it itself. */
type OptionType =
  | 'any'
  | 'boolean'
  | 'function'
  | 'number'
  | 'object'
  | 'string'
  | 'Array'
  | 'AbortSignal'

/**
 * What an option must be: of a type, or one of several values. A type with an exclamation mark
 * belongs to an option that must not be left out.
 */
export type OptionRule = OptionType | `${OptionType}!` | readonly unknown[]

/** The rule of every option of a function; only an optional field may be left out. */
export type OptionRules<Options> = {
  readonly [Name in keyof Options]-?: undefined extends Options[Name]
    ? OptionRule
    : Exclude<OptionRule, Exclude<OptionType, 'any'>>
}

/**
 * What is wrong with the options of a function: one that is misspelt or missing, a text for a
 * boolean, an `AbortController` for a signal. Values never stand in the text, because they may be
 * secrets; only their type does. Arguments can be checked as an object of all of them.
 *
 * @param taker name of the function that takes the options
 * @param rules the rule of each option; an option that is `undefined` counts as left out
 * @returns a text that names the function and the option, what came and what is allowed;
 *   `undefined` for good options
 */
export function optionProblem<Options extends object>(
  taker: string,
  options: Options,
  rules: OptionRules<Options>,
): string | undefined {
  const names = () => Object.keys(rules).join(', ')
  if (Object(options) !== options) return `${taker} takes an object with ${names()}`
  // Inherited names, too: an AbortSignal in place of the options has no others.
  for (const name in options) {
    if (!Object.hasOwn(rules, name)) return `${name} is no option of ${taker}: ${names()}`
  }
  for (const name in rules) {
    const rule: OptionRule = rules[name]
    const value: unknown = options[name]
    const [kind = '', needed] = typeof rule === 'object' ? [] : rule.split('!')
    if (value === undefined && needed === undefined) continue
    // Unlike `instanceof`, it knows a signal of another realm, such as that of a test.
    const type = Object.prototype.toString.call(value).slice(8, -1)
    const fits =
      typeof rule === 'object'
        ? rule.includes(value)
        : kind === 'any' || kind === type || (kind === typeof value && value !== null)
    if (fits) continue
    const allowed = typeof rule === 'object' ? `one of ${JSON.stringify(rule)}` : `of type ${kind}`
    return `${taker}: ${name} must be ${allowed}, not ${type}`
  }
  return undefined
}

/**
 * Rejects what plain JavaScript passes by mistake, where it would be ignored or taken for something
 * else. The parameters are those of {@link optionProblem}.
 *
 * @throws TypeError that names the function, the option, what came and what is allowed
 */
export function checkOptions<Options extends object>(
  taker: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  const problem = optionProblem(taker, options, rules)
  if (problem) throw new TypeError(problem)
}

/**
 * Rejects an option that is no whole number of a range, such as a port of -1; `undefined` counts as
 * left out.
 *
 * @param taker name of the function that takes the option
 * @param option the option, by its name
 * @param range lowest and highest value, both included
 * @throws TypeError that names the function, the option and the range
 */
export function checkWholeNumber(
  taker: string,
  option: Readonly<Record<string, number | undefined>>,
  range: { readonly from: number; readonly to: number },
): void {
  for (const [name, value] of Object.entries(option)) {
    if (value === undefined) continue
    if (Number.isSafeInteger(value) && value >= range.from && value <= range.to) continue
    throw new TypeError(
      `${taker}: ${name} must be a whole number from ${range.from} to ${range.to}, not ${value}`,
    )
  }
}

/**
 * Rejects arguments that are missing or of another kind: plain JavaScript would get a text of the
 * runtime, such as "Cannot read properties of undefined", far from its mistake.
 *
 * @param taker name of the function that takes the arguments
 * @param objects arguments that must be objects, by their names
 * @param texts arguments that must be strings, by their names
 * @throws TypeError that names the function, the argument, what came and what is allowed
 */
export function checkArguments(
  taker: string,
  objects: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, unknown>> = {},
): void {
  for (const [name, value] of Object.entries(objects)) {
    checkOptions(taker, { [name]: value }, { [name]: 'object!' })
  }
  for (const [name, value] of Object.entries(texts)) {
    checkOptions(taker, { [name]: value }, { [name]: 'string!' })
  }
}
