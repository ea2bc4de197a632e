import { callbackSignedText, signText } from '@merchant-edge/signing'
import type { Statement } from '../database/database.ts'
import { callbacks } from './tables.ts'
import { findStore } from '../merchants/stores.ts'
import type { OrderRow } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { readSwitches, type CallbackSwitches } from '../settings/callback-switches.ts'
import { readServiceKeys } from '../settings/service-keys.ts'

/** The parameters of a payment callback, in the order of the specification. */
export interface CallbackParameters {
  readonly order_id: string
  readonly pay_status: string
  readonly transaction_id: string
  readonly signature: string
  readonly extra_data: string
  readonly total_discount: string
  readonly user_id: string
  readonly point_amount: string
  readonly vnd_amount: string
}

/** The unsigned parameters that belong to a paid order. @see Specification 6.1 */
function unsignedFieldsOf(
  row: OrderRow,
): Omit<CallbackParameters, 'order_id' | 'pay_status' | 'transaction_id' | 'signature'> {
  return {
    extra_data: row.extraData,
    total_discount: String(row.discountVnd),
    user_id: row.walletId ?? '',
    point_amount: String(row.paidPoints),
    vnd_amount: String(row.paidVnd),
  }
}

/**
 * Adds the parameters to the callback URL of the merchant.
 *
 * @param switches.unescapedPlus leaves each `+` of the signature unescaped
 */
function callbackUrl(
  address: string,
  parameters: CallbackParameters,
  { unescapedPlus }: Pick<CallbackSwitches, 'unescapedPlus'>,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => {
      const escaped = encodeURIComponent(String(value))
      const isPlain = unescapedPlus && name === 'signature'
      return `${name}=${isPlain ? escaped.replaceAll('%2B', '+') : escaped}`
    })
    .join('&')
  const [base = '', fragment] = address.split('#')
  const separator = base.includes('?') ? '&' : '?'
  return `${base}${separator}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

/** Maximum time that a reordered callback waits for a later one. */
const holdMs = 30_000

/** How many deliveries one statement inserts: D1 binds at most 100 values. */
const rowsPerStatement = 8

type NewCallback = typeof callbacks.$inferInsert

/**
 * The switches that apply to an order: its own, else those of its store, else those of the sandbox.
 */
async function switchesFor(sandbox: Sandbox, row: OrderRow): Promise<CallbackSwitches> {
  const own = readSwitches(row.callbackSwitches)
  if (own !== undefined) return own
  const store = await findStore(sandbox.database, row.storeCode)
  return store?.callbackSwitches ?? sandbox.settings.callbackSwitches
}

/** The callback of a paid order, signed. @see Specification 5.4 */
export async function signedParameters(
  sandbox: Sandbox,
  row: OrderRow,
  switches: CallbackSwitches,
): Promise<CallbackParameters> {
  const signed = {
    order_id: row.orderId,
    pay_status: 'SUCCESS',
    transaction_id: row.transactionId ?? '',
  }
  const keys = await readServiceKeys(sandbox.database, sandbox.clock.nowSeconds())
  const key = await keys.privateKey(switches.wrongKey ? 'stranger' : 'callback')
  const signature = await signText(key, callbackSignedText(signed))
  return { ...signed, signature, ...unsignedFieldsOf(row) }
}

function forged(parameters: CallbackParameters): CallbackParameters {
  // A valid signature of another transaction: what an attacker who saw one callback could replay.
  return {
    ...parameters,
    transaction_id: `${parameters.transaction_id.slice(0, 8)}${randomDigits(12)}`,
  }
}

/** Deliveries of a callback under the given switches, in order of due time. */
export function deliveriesOf(
  sandbox: Sandbox,
  row: OrderRow,
  use: { readonly parameters: CallbackParameters; readonly switches: CallbackSwitches },
): readonly NewCallback[] {
  const { parameters, switches } = use
  const nowMs = sandbox.clock.nowMs()
  const dueAtMs = nowMs + Math.round(switches.delaySeconds * 1000)
  const url = (fields: CallbackParameters) => callbackUrl(row.callbackUrl, fields, switches)
  const common = {
    orderId: row.orderId,
    storeCode: row.storeCode,
    createdAt: Math.floor(nowMs / 1000),
    state: switches.lose ? ('lost' as const) : ('due' as const),
    retrySeconds: switches.retrySeconds,
  }
  const delivery: NewCallback = {
    ...common,
    kind: 'callback',
    url: url(parameters),
    dueAtMs: switches.reorder ? dueAtMs + holdMs : dueAtMs,
    isHeld: switches.reorder,
  }
  const repeated = Array.from({ length: switches.repeat }, () => ({
    ...delivery,
    kind: 'repeat' as const,
  }))
  const forgery: readonly NewCallback[] = switches.forge
    ? [{ ...common, kind: 'forged', url: url(forged(parameters)), dueAtMs, retrySeconds: [] }]
    : []
  return [...forgery, delivery, ...repeated]
}

/** Statements that store deliveries before any of them is sent. */
export function storeDeliveries(
  sandbox: Sandbox,
  deliveries: readonly NewCallback[],
): readonly Statement[] {
  const groups = Array.from(
    { length: Math.ceil(deliveries.length / rowsPerStatement) },
    (_, index) => deliveries.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
  return groups.map((group) => sandbox.database.insert(callbacks).values([...group]))
}

/**
 * Statements that store the callback of a paid order; none for an order without a callback, a
 * refund, a transfer, a gift code or a top-up. Assumes G-139.
 */
export async function planCallbacks(
  sandbox: Sandbox,
  row: OrderRow,
): Promise<readonly Statement[]> {
  if (row.callbackUrl === '') return []
  const switches = await switchesFor(sandbox, row)
  const parameters = await signedParameters(sandbox, row, switches)
  return storeDeliveries(sandbox, deliveriesOf(sandbox, row, { parameters, switches }))
}
