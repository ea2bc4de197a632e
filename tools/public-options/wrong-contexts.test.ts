import { expect, it } from 'vitest'
import { contextOfOrders as good } from './context-of-orders.ts'
import { exportedFunctions } from './option-types.ts'

// Goal: plain JavaScript that calls a function of the orders with a field of the context that is missing or wrong gets
// an error that names the function and the field, before anything is done with it.
// Method: every exported function that takes a context is found in the sources, with the fields that its type names.

const wrong: readonly (readonly [field: string, value: unknown])[] = [
  ...Object.keys(good).map((name) => [name, undefined] as const),
  ['now', 0],
  ['database', 'DB'],
  ['checkoutUrl', 'checkout.example'],
  ['checkoutUrl', 'https://checkout.example/'],
  ['ipnUrl', new URL('https://ipn.example')],
  ['callbackSecret', ''],
  ['endpoints', {}],
  ['log', 'console'],
  ['stores', null],
  ['holdMinutes', '30'],
  ['approvalLimitVnd', Number.NaN],
  ['lowBalanceVnd', -1],
]

const changing = ['database', 'endpoints', 'now']
/** The fields of the contexts that have a name of their own. */
const named = new Map<string, readonly string[]>([
  ['Context', changing],
  ['LoyaltyIdsContext', changing],
  ['StoreContext', ['database', 'endpoints']],
  ['Store', ['database', 'now']],
  ['Clock', ['now', 'sleep', 'alarm']],
  ['OrdersContext', Object.keys(good).filter((name) => name !== 'files')],
  ['DailyFilesContext', Object.keys(good)],
])
const isWhole = (type: string) => type === 'OrdersContext' || type === 'DailyFilesContext'

function fieldsOf(type: string): readonly string[] {
  const [, names] = /^Pick<\s*(?:OrdersContext|StoreContext),(.+)>$/s.exec(type) ?? []
  if (names === undefined) return named.get(type) ?? []
  return [...names.matchAll(/'(\w+)'/g)].flatMap(([, name = '']) => name)
}

const takers = (await exportedFunctions('orders')).flatMap(({ name, call, parameters }) => {
  const at = parameters.findIndex(({ type }) => fieldsOf(type).length > 0)
  const { type = '' } = parameters[at] ?? {}
  return at < 0 ? [] : [{ name, call, at, type, fields: new Set(fieldsOf(type)) }]
})

it('finds the functions that take a context', () => {
  expect(takers.length).toBeGreaterThan(80)
})

it.each(takers)('$name names each wrong field of its context', async (taker) => {
  const { name, call, at, type, fields } = taker
  const mistakes = wrong.filter(
    ([field]) => fields.has(field) || (isWhole(type) && !Object.hasOwn(good, field)),
  )
  const messages = await Promise.all(
    mistakes.map(async ([field, value]) => {
      const args = Array.from({ length: at }, () => ({}))
      try {
        await call([...args, { ...good, [field]: value }])
        return `${field}: no error`
      } catch (error) {
        return `${field}: ${Object(error).message}`
      }
    }),
  )

  expect(mistakes).not.toEqual([])
  expect(messages.map((message) => message.split(' must ')[0])).toEqual(
    mistakes.map(([field]) => `${field}: ${name}: ${field}`),
  )
})
