import { expect, it } from 'vitest'
import { exportedFunctions, type ExportedFunction, type Parameter } from './option-types.ts'

// Goal: plain JavaScript that calls a function with nothing, null, a text or a number where the function takes
// something else gets an error that names the function or the parameter, and not a text of the runtime such as "Cannot
// read properties of undefined".
// Method: every exported function is found in the sources, with the types of its parameters. A call that TypeScript
// would accept is not made.

const packages = [
  'callback',
  'client',
  'contract',
  'oidc',
  'orders',
  'reconcile',
  'sandbox',
  'sftp',
  'signing',
]

/** Functions that judge or read data from outside: what is none of it is answered, not refused. */
const judges: ReadonlySet<string> = new Set([
  'oidc readTransaction',
  'orders isWebAddress',
  'orders prefixOfReference',
  'orders readCallbackToken',
  'reconcile amountParts',
  'reconcile exceptionInVietnamese',
  'reconcile findChecksumProfile',
  'reconcile parseFileName',
  'reconcile stopInVietnamese',
  'sftp isFileName',
  'signing decodeBase64',
  'signing decodeBase64Url',
  'signing decodeSignature',
])

/** The checks themselves; their arguments are constants of a source, which the compiler checks. */
const checks: ReadonlySet<string> = new Set([
  'signing checkArguments',
  'signing checkOptions',
  'signing checkWholeNumber',
  'signing optionProblem',
])

/** Errors are made by the packages, not by those who catch them. */
const isError = ({ name }: ExportedFunction) => /Error$|Refused$/.test(name)

/** Errors of a package that say themselves what they are about. */
const ownErrors: ReadonlySet<string> = new Set(['KeyError', 'FileExchangeError'])

const textOfRuntime =
  /Cannot (?:read|destructure|convert|use)|is not a function|not iterable|is not an object|argument must be/

const wrong: readonly (readonly [about: string, args: readonly unknown[]])[] = [
  ['nothing', []],
  ['null', [null]],
  ['a text', ['text']],
  ['a number', [42]],
  ['null for every argument', [null, null, null, null]],
]

/** Whether TypeScript would accept a value. */
function takes({ type, isOptional }: Parameter, value: unknown): boolean {
  const words = type.split('|').map((word) => word.trim())
  if (words.includes('unknown')) return true
  if (value === undefined) return isOptional || words.includes('undefined')
  return words.includes(value === null ? 'null' : typeof value)
}

const found = (await Promise.all(packages.map((name) => exportedFunctions(name)))).flat()
const placeOf = ({ packageName, name }: ExportedFunction) => `${packageName} ${name}`

const cases = found
  .filter((one) => !judges.has(placeOf(one)) && !checks.has(placeOf(one)) && !isError(one))
  .flatMap((one) =>
    wrong
      .filter(([, args]) => !one.parameters.every((parameter, at) => takes(parameter, args[at])))
      .map(([about, args]) => ({ place: placeOf(one), about, args, one })),
  )

it('finds the functions of every package', () => {
  const places = new Set(found.map((one) => placeOf(one)))

  expect(places.size).toBeGreaterThan(240)
  expect([...judges, ...checks].filter((place) => !places.has(place))).toEqual([])
})

it.each(cases)('$place refuses $about in words of its own', async ({ one, args }) => {
  const { name, parameters } = one
  let error: unknown = 'no error'
  try {
    await one.call(args)
  } catch (thrown) {
    error = thrown
  }

  expect(error).toBeInstanceOf(Error)
  const { name: kind, message } = Object(error)
  expect(message).not.toMatch(textOfRuntime)
  if (ownErrors.has(kind)) return
  expect(['TypeError', 'RangeError']).toContain(kind)
  const names = [name, ...parameters.map((parameter) => parameter.name)].filter(Boolean)
  expect(message).toMatch(new RegExp(`\\b(?:${names.join('|')})\\b`))
})

it.each(
  found
    .filter((one) => judges.has(placeOf(one)))
    .flatMap((one) => wrong.map(([about, args]) => ({ place: placeOf(one), about, args, one }))),
)('$place answers $about without a text of the runtime', async ({ one, args }) => {
  try {
    await one.call(args)
  } catch (error) {
    expect(Object(error).message).not.toMatch(textOfRuntime)
  }
})
