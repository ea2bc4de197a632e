/**
 * What an option must be: of a type, or one of several values; `any` where the function checks it
 * itself.
 */
export type OptionRule =
  | 'any'
  | 'boolean'
  | 'function'
  | 'number'
  | 'object'
  | 'string'
  | 'Array'
  | 'AbortSignal'
  | readonly unknown[]

/** The rule of every option of a function. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule }

/**
 * What is wrong with the options of a function: one with a misspelt name, a text for a boolean, an
 * `AbortController` for a signal. Values never stand in the text, because they may be secrets; only
 * their type does.
 *
 * @param taker name of the function that takes the options
 * @param rules the rule of each option; an option that is `undefined` counts as left out
 * @returns a text that names the option, what came and what is allowed; `undefined` for good options
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
    const value: unknown = options[name]
    if (!Object.hasOwn(rules, name)) return `${name} is no option of ${taker}: ${names()}`
    const rule: OptionRule = rules[name]
    // Unlike `instanceof`, it knows a signal of another realm, such as that of a test.
    const type = Object.prototype.toString.call(value).slice(8, -1)
    const fits =
      typeof rule === 'object'
        ? rule.includes(value)
        : rule === 'any' || rule === type || rule === typeof value
    if (fits || value === undefined) continue
    const allowed = typeof rule === 'object' ? `one of ${JSON.stringify(rule)}` : `of type ${rule}`
    return `${name} must be ${allowed}, not ${type}`
  }
  return undefined
}

/**
 * Rejects what plain JavaScript passes by mistake, where it would be ignored or taken for something
 * else. The parameters are those of {@link optionProblem}.
 *
 * @throws TypeError that names the option, what came and what is allowed
 */
export function checkOptions<Options extends object>(
  taker: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  const problem = optionProblem(taker, options, rules)
  if (problem) throw new TypeError(problem)
}
