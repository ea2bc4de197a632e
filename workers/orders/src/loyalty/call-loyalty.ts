import { callAny, WalletError, type AnyAnswer, type Client } from '@merchant-edge/client'
import { settle } from '@merchant-edge/client/settle'
import type { LoyaltyOutcome } from '@merchant-edge/orders/api'
import { loyaltyCalls, type LoyaltyCall, type SettledField } from './loyalty-calls.ts'

/** Values of the fields that the merchant's settings fill in; what is not set is left out. */
export type SettledValues = Readonly<Partial<Record<SettledField, string | undefined>>>

type Refused = Extract<AnyAnswer, { readonly outcome: 'refused' }>

/** What is said of a write that the service has and that came to nothing, without a code of its own. */
const failed = {
  outcome: 'refused',
  code: 0,
  reason: 'failed',
  cause: 'The service has the request, and it failed.',
  remedy: 'Look at the member on the merchant web site; try again under a new id.',
  applied: 'no',
} as const satisfies LoyaltyOutcome

/** Asks what became of a write that may have landed; a second look costs nothing. */
async function lookUp(
  client: Client,
  { endpoint }: LoyaltyCall,
  request: object,
): Promise<LoyaltyOutcome> {
  const unknown = { outcome: 'unknown', remedy: endpoint.settledBy ?? 'Ask again.' } as const
  try {
    const settlement = await settle(client, endpoint, request)
    if (settlement.outcome === 'applied') return { outcome: 'accepted', data: settlement.data }
    return settlement.outcome === 'unknown' ? settlement : failed
  } catch (error) {
    if (error instanceof WalletError) return unknown
    throw error
  }
}

/** Whether a refusal leaves open what became of this request, or of an earlier one with its ids. */
function isOpen({ applied, reason, repeatedAfterUnknown }: Refused): boolean {
  if (repeatedAfterUnknown) return true
  // A voucher that was used elsewhere has the same code, and no query tells by whom it was used.
  return applied === 'maybe' && reason !== 'voucher_not_usable'
}

/** A refusal of a repeat says nothing about the first request, so every refused write is looked up. */
async function settleRefusal(
  client: Client,
  call: LoyaltyCall,
  { answer, request }: { readonly answer: Refused; readonly request: object },
): Promise<LoyaltyOutcome> {
  const { code, reason, cause, remedy, applied } = answer
  const refused = { outcome: 'refused', code, reason, cause, remedy, applied } as const
  if (call.endpoint.effect === 'read') return refused
  const found = await lookUp(client, call, request)
  if (found.outcome === 'refused') return { ...refused, applied: 'no' }
  return found.outcome === 'accepted' || isOpen(answer) ? found : refused
}

/**
 * Makes one call of the list. A write whose outcome is not known, or that is refused, is looked up before
 * it is answered, so that a repeat of the shop gets what the first request has done.
 */
export async function callLoyalty(
  client: Client,
  values: SettledValues,
  asked: { readonly name: string; readonly request: Readonly<Record<string, unknown>> },
): Promise<LoyaltyOutcome> {
  const call = loyaltyCalls.find(({ endpoint }) => endpoint.name === asked.name)
  if (call === undefined) {
    return { outcome: 'not_found', calls: loyaltyCalls.map(({ endpoint }) => endpoint.name) }
  }
  const known = call.settled.flatMap((field) => {
    const value = values[field]
    return value === undefined ? [] : [[field, value]]
  })
  const request = { ...Object.fromEntries(known), ...asked.request }
  let answer: AnyAnswer
  try {
    answer = await callAny(client, call.endpoint, request)
  } catch (error) {
    if (error instanceof TypeError) return { outcome: 'invalid', message: error.message }
    if (!(error instanceof WalletError)) throw error
    if (error.sent === 'no') return { outcome: 'unknown', remedy: error.message }
    return lookUp(client, call, request)
  }
  if (answer.outcome === 'accepted') return { outcome: 'accepted', data: answer.data ?? null }
  if (answer.outcome === 'unlisted') return lookUp(client, call, request)
  return settleRefusal(client, call, { answer, request })
}
