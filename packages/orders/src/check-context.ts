import type { OrdersContext } from './orders-context.ts'

type Kind = 'function' | 'number' | 'object' | 'string' | 'Array' | 'origin' | 'limit'

interface FieldRule<IsNeeded extends boolean = boolean> {
  readonly kind: Kind
  readonly isNeeded: IsNeeded
}

const needed = (kind: Kind): FieldRule<true> => ({ kind, isNeeded: true })
const optional = (kind: Kind): FieldRule<false> => ({ kind, isNeeded: false })

const rules = {
  now: needed('function'),
  sleep: needed('function'),
  alarm: needed('function'),
  database: needed('object'),
  driver: optional('object'),
  budget: optional('object'),
  yieldToCallbacks: optional('function'),
  port: needed('object'),
  fetch: needed('function'),
  log: optional('function'),
  random: needed('function'),
  callbackSecret: needed('string'),
  callbackSecretPrevious: optional('string'),
  ipnUrl: needed('origin'),
  checkoutUrl: needed('origin'),
  endpoints: needed('Array'),
  returnOrigins: needed('Array'),
  paymentOrigins: optional('Array'),
  linkSecret: optional('string'),
  linkSecretPrevious: optional('string'),
  holdMinutes: optional('limit'),
  stores: optional('object'),
  transferLimits: optional('object'),
  approvalLimitVnd: optional('limit'),
  lowBalanceVnd: optional('limit'),
  retention: optional('object'),
  sweepRows: optional('limit'),
  // Work that has a budget says why it needs at least 300.
  statementsPerInvocation: optional('number'),
} as const satisfies {
  readonly [Name in keyof OrdersContext]-?: undefined extends OrdersContext[Name]
    ? FieldRule<false>
    : FieldRule<true>
}

type FieldName = keyof OrdersContext

const isField = (name: string): name is FieldName => Object.hasOwn(rules, name)
const allFields = Object.keys(rules).filter(isField)
const neededFields = allFields.filter((name) => rules[name].isNeeded)
const ruleOf: ReadonlyMap<string, FieldRule> = new Map(Object.entries(rules))
const origin = /^https?:\/\/[^\s/?#]+$/
const typeOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** The types of the kinds that are not named after theirs. */
const typeOfKind: ReadonlyMap<Kind, string> = new Map([
  ['origin', 'string'],
  ['limit', 'number'],
])

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind === 'Array') return Array.isArray(value)
  return typeof value === (typeOfKind.get(kind) ?? kind) && value !== null
}

/** What is wrong with a field, as the words after its name; `undefined` when nothing is. */
function problemOf({ kind, isNeeded }: FieldRule, value: unknown): string | undefined {
  if (value === undefined && !isNeeded) return undefined
  if (!isOfKind(kind, value)) {
    return `must be of type ${typeOfKind.get(kind) ?? kind}, not ${typeOf(value)}`
  }
  // A limit that is no number would limit nothing.
  if (kind === 'limit' && !(Number(value) >= 0)) return `must be at least 0, not ${Number(value)}`
  if (value === '' && isNeeded) return 'must not be empty'
  return kind === 'origin' && typeof value === 'string' && !origin.test(value)
    ? 'must be an origin such as https://shop.example, without a slash at the end'
    : undefined
}

function wrongFieldOf(
  context: Partial<OrdersContext>,
  fields: readonly FieldName[],
): readonly [name: FieldName, problem: string] | undefined {
  for (const name of fields) {
    const problem = problemOf(rules[name], context[name])
    if (problem !== undefined) return [name, problem]
  }
  return undefined
}

/**
 * The first field of a whole context that is wrong or missing, with its problem. It goes through the
 * fields that are there, because looking up each one that might be takes twice the time.
 */
function wrongField<Context extends Partial<OrdersContext>>(
  context: Context,
): readonly [name: Extract<keyof Context, string> | FieldName, problem: string] | undefined {
  let found = 0
  for (const name in context) {
    const rule = ruleOf.get(name)
    if (rule === undefined) continue
    const problem = problemOf(rule, context[name])
    if (problem !== undefined) return [name, problem]
    if (rule.isNeeded) found += 1
  }
  return found === neededFields.length ? undefined : wrongFieldOf(context, neededFields)
}

/**
 * Checks the context of a call: plain JavaScript would get a text of the runtime in the middle of a
 * payment, or send customers to `undefined/return`. Fields that are not of the context are allowed.
 *
 * @param taker name of the function that takes the context
 * @param fields the fields that the function takes; all of them when left out
 * @throws TypeError that names the function and the field, and says what it must be; never with the
 *   value of a text, which may be a secret
 */
export function checkContext(taker: string, context: OrdersContext): void
export function checkContext<Name extends FieldName>(
  taker: string,
  context: Pick<OrdersContext, Name>,
  fields: readonly Name[],
): void
export function checkContext(
  taker: string,
  context: Partial<OrdersContext>,
  fields?: readonly FieldName[],
): void {
  if (Object(context) !== context) {
    throw new TypeError(`${taker}: context must be of type object, not ${typeOf(context)}`)
  }
  const wrong = fields === undefined ? wrongField(context) : wrongFieldOf(context, fields)
  if (wrong !== undefined) throw new TypeError(`${taker}: ${wrong[0]} ${wrong[1]}`)
}
