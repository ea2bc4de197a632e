import { isPlainText, isWebAddress, orderRules } from '@merchant-edge/orders/rules'
import {
  ConfigurationError,
  environmentOf,
  environmentProblems,
  secretCommand,
  variablesIn,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import * as v from 'valibot'
import { isBarcode } from './goods/barcode.ts'
import type { Product } from './goods/entry.ts'
import type { TillEnv } from './till-env.ts'

/** A till: what a device is paired with. */
export interface Till {
  /** Display name; the customer sees it in the wallet, after the one of the store. */
  readonly name: string
  /** Display name of the store, at the head of a receipt. */
  readonly storeName?: string
  readonly storeCode: string
  readonly posCode: string
}

/** The settings of the Worker, checked. */
export interface TillSettings {
  readonly tillOrigin: string
  readonly checkoutOrigin: string
  readonly checkoutSecret: string
  readonly password: string
  /** Origin of the desk, if the till leads there. */
  readonly deskOrigin?: string
  readonly tills: readonly Till[]
  /** By barcode. */
  readonly goods: ReadonlyMap<string, Product>
}

/** Minimum length of a password that cannot be guessed. */
const minPasswordChars = 24

const code = v.pipe(
  v.string('must be text'),
  v.regex(orderRules.storeCode.pattern, `must be ${orderRules.storeCode.mustBe}`),
)
const name = v.pipe(
  v.string('must be text'),
  v.nonEmpty('must not be empty'),
  v.maxLength(64, 'must be at most 64 characters'),
  v.check(isPlainText, 'must not contain control characters'),
)
const barcode = v.pipe(
  v.string('must be text'),
  v.check(isBarcode, 'must be a barcode of 8, 12 or 13 digits with its check digit'),
)
const priceVnd = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number of VND'),
  v.minValue(1, 'must be greater than 0'),
)

function jsonOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(v.string('is missing'), v.parseJson(undefined, 'must be JSON'), schema)
}

const origin = v.pipe(
  v.string('is missing'),
  v.check(isWebAddress, 'must be an https address, or an http address of this machine'),
  v.transform((address) => new URL(address).origin),
)

const settings = v.object({
  TILL_URL: origin,
  CHECKOUT_URL: origin,
  DESK_URL: v.optional(origin),
  CHECKOUT_SECRET: v.pipe(v.string('is missing'), v.nonEmpty('is empty')),
  TILL_PASSWORD: v.pipe(
    v.string('is missing'),
    v.minLength(
      minPasswordChars,
      `must have at least ${minPasswordChars} characters: openssl rand -base64 24`,
    ),
  ),
  TILLS: jsonOf(
    v.pipe(
      v.array(
        v.strictObject({
          name,
          storeName: v.exactOptional(name),
          storeCode: code,
          posCode: code,
        }),
        'must be a list',
      ),
      v.nonEmpty('must name at least one till'),
      v.check(
        (tills) => new Set(tills.map(tillKey)).size === tills.length,
        'must not name a terminal twice',
      ),
    ),
  ),
  GOODS: v.optional(
    jsonOf(v.array(v.strictObject({ barcode, name, priceVnd }), 'must be a list')),
    '[]',
  ),
})

/** Key of a till in a map: its store code and POS code. */
export function tillKey({ storeCode, posCode }: Pick<Till, 'storeCode' | 'posCode'>): string {
  return `${storeCode} ${posCode}`
}

/** Name of a till for cashiers and customers: that of its store first, if it has one. */
export function displayName({ storeName, name }: Till): string {
  return storeName === undefined ? name : `${storeName} · ${name}`
}

const secrets: ReadonlySet<string> = new Set(['CHECKOUT_SECRET', 'TILL_PASSWORD'])

function problemOf(issue: v.InferIssue<typeof settings>, { ENVIRONMENT }: TillEnv): SettingProblem {
  const [name = '', ...rest] = (v.getDotPath(issue) ?? '').split('.')
  const place = rest.length === 0 ? '' : `has an entry ${rest.join('.')} that `
  const remedy = secrets.has(name)
    ? `Set it with: ${secretCommand(`put ${name}`, ENVIRONMENT)}`
    : `Set it in ${variablesIn(ENVIRONMENT)}.`
  return { name, problem: `${place}${issue.message}`, remedy }
}

/** Checks all settings of the Worker. Its messages contain no values. */
export function checkTillSettings(env: TillEnv): Configuration {
  const { ENVIRONMENT, TILL_URL, CHECKOUT_URL, DESK_URL } = env
  const read = v.safeParse(settings, env)
  return {
    environment: environmentOf(ENVIRONMENT) ?? null,
    problems: [
      ...environmentProblems(ENVIRONMENT, { TILL_URL, CHECKOUT_URL, DESK_URL }),
      ...(read.success ? [] : read.issues.map((issue) => problemOf(issue, env))),
    ],
  }
}

/**
 * Reads the settings of the Worker.
 *
 * @throws ConfigurationError that lists all problems
 */
export function readTillSettings(env: TillEnv): TillSettings {
  const { problems } = checkTillSettings(env)
  const read = v.safeParse(settings, env)
  if (!read.success || problems.length > 0) throw new ConfigurationError('till', problems)
  const { TILL_URL, CHECKOUT_URL, DESK_URL, CHECKOUT_SECRET, TILL_PASSWORD, TILLS, GOODS } =
    read.output
  return {
    tillOrigin: TILL_URL,
    checkoutOrigin: CHECKOUT_URL,
    checkoutSecret: CHECKOUT_SECRET,
    ...(DESK_URL !== undefined && { deskOrigin: DESK_URL }),
    password: TILL_PASSWORD,
    tills: TILLS,
    goods: new Map(GOODS.map((product) => [product.barcode, product])),
  }
}
