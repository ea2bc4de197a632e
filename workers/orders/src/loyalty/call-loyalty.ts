import { callAny, WalletError, type AnyAnswer, type Client } from '@merchant-edge/client'
import { settle } from '@merchant-edge/client/settle'
import {
  claimLoyaltyId,
  disownLoyaltyId,
  disownOtherContent,
  findStore,
  releaseLoyaltyId,
  type FoundStore,
  type LoyaltyClaim,
  type LoyaltyIdsContext,
  type LoyaltyWrite,
} from '@merchant-edge/orders'
import type {
  LoyaltyIdConflict,
  LoyaltyOutcome,
  StoreAndTerminal,
  Stores,
} from '@merchant-edge/orders/api'
import { loyaltyCalls, type LoyaltyCall, type SettledField } from './loyalty-calls.ts'
import { isOrderAskedFor } from './order-asked-for.ts'

/** Values of the fields that the merchant's settings fill in; what is not set is left out. */
export type SettledValues = Readonly<Partial<Record<SettledField, string | undefined>>>

/** In whose name calls are made, and where the ids stand under which they were made. */
export interface LoyaltyCaller {
  readonly client: Client
  readonly values: SettledValues
  /** Where calls may be made. */
  readonly stores: Stores
  readonly store: LoyaltyIdsContext
}

type Refused = Extract<AnyAnswer, { readonly outcome: 'refused' }>

/** A call that is being made; `claim` is there for a write with an id of the merchant's own. */
interface LoyaltyAttempt {
  readonly call: LoyaltyCall
  /** All fields, those of the settings too. */
  readonly request: object
  readonly claim?: LoyaltyClaim
}

/** What is said of a write that the service has and that came to nothing, without a code of its own. */
const failed = {
  outcome: 'refused',
  code: 0,
  reason: 'failed',
  cause: 'The service has the request, and it failed.',
  remedy: 'Look at the member on the merchant web site; try again under a new id.',
  applied: 'no',
} as const satisfies LoyaltyOutcome

/** Refusals that say that the service knows the id already. */
const idTaken: ReadonlySet<string> = new Set(['top_up_exists', 'gift_order_exists'])

/** A voucher that was used, by whomever, is refused like one that never was. */
const voucherNotUsable = 'voucher_not_usable'

function conflict({ endpoint }: LoyaltyCall, because: LoyaltyIdConflict): LoyaltyOutcome {
  return { outcome: 'conflict', because, field: endpoint.businessId ?? 'id' }
}

/** Asks what became of a write that may have landed; a second look costs nothing. */
async function lookUp(
  { client, store }: LoyaltyCaller,
  { call, request, claim }: LoyaltyAttempt,
): Promise<LoyaltyOutcome> {
  const { endpoint } = call
  const unknown = { outcome: 'unknown', remedy: endpoint.settledBy ?? 'Ask again.' } as const
  try {
    const settlement = await settle(client, endpoint, request)
    if (settlement.outcome === 'unknown') return settlement
    if (settlement.outcome === 'not-applied') return failed
    const { data } = settlement
    if (claim === undefined || isOrderAskedFor(call, { request, data, sinceMs: claim.firstAtMs })) {
      return { outcome: 'accepted', data }
    }
    await disownOtherContent(store, claim)
    return conflict(call, 'used_elsewhere')
  } catch (error) {
    if (error instanceof WalletError) return unknown
    throw error
  }
}

/** Whether a refusal leaves open what became of this request, or of an earlier one with its ids. */
function isOpen(
  { claim }: LoyaltyAttempt,
  { applied, reason, repeatedAfterUnknown }: Refused,
): boolean {
  if (repeatedAfterUnknown) return true
  // A voucher that was used elsewhere has the same code, and no query tells by whom it was used.
  if (reason === voucherNotUsable) return false
  // Where this was not the only call under its id, a refusal says nothing about the one before, whatever its reason.
  return claim !== undefined || applied === 'maybe'
}

function refusedBy({
  code,
  reason,
  cause,
  remedy,
  applied,
}: Refused): Extract<LoyaltyOutcome, { readonly outcome: 'refused' }> {
  return { outcome: 'refused', code, reason, cause, remedy, applied }
}

/**
 * What a refusal says of the only call under an id, of which no earlier request may have landed: nothing of it has taken
 * effect, and what the service knows under the id was not asked for here.
 *
 * @returns `undefined` when it says less
 */
async function refusalOfOnlyCall(
  { store }: LoyaltyCaller,
  { call, claim }: LoyaltyAttempt,
  answer: Refused,
): Promise<LoyaltyOutcome | undefined> {
  if (claim === undefined || answer.repeatedAfterUnknown) return undefined
  if (idTaken.has(answer.reason)) {
    const isForeign = await disownLoyaltyId(store, claim)
    return isForeign ? conflict(call, 'used_elsewhere') : undefined
  }
  if (answer.applied === 'maybe' && answer.reason !== voucherNotUsable) return undefined
  const isFree = await releaseLoyaltyId(store, claim)
  return isFree ? { ...refusedBy(answer), applied: 'no' } : undefined
}

/** A refusal of a repeat says nothing about the first request, so every refused write is looked up. */
async function settleRefusal(
  caller: LoyaltyCaller,
  attempt: LoyaltyAttempt,
  answer: Refused,
): Promise<LoyaltyOutcome> {
  if (attempt.call.endpoint.effect === 'read') return refusedBy(answer)
  const only = await refusalOfOnlyCall(caller, attempt, answer)
  if (only !== undefined) return only
  const found = await lookUp(caller, attempt)
  if (found.outcome === 'refused') {
    // What is taken is the id of this very request, and it has failed: the words about the id would call it done.
    return idTaken.has(answer.reason) ? found : { ...refusedBy(answer), applied: 'no' }
  }
  return found.outcome !== 'unknown' || isOpen(attempt, answer) ? found : refusedBy(answer)
}

async function make(caller: LoyaltyCaller, attempt: LoyaltyAttempt): Promise<LoyaltyOutcome> {
  const { call, request, claim } = attempt
  const notSent = async (outcome: LoyaltyOutcome): Promise<LoyaltyOutcome> => {
    if (claim !== undefined) await releaseLoyaltyId(caller.store, claim)
    return outcome
  }
  let answer: AnyAnswer
  try {
    answer = await callAny(caller.client, call.endpoint, request)
  } catch (error) {
    if (error instanceof TypeError) return notSent({ outcome: 'invalid', message: error.message })
    if (!(error instanceof WalletError)) throw error
    if (error.sent === 'no') return notSent({ outcome: 'unknown', remedy: error.message })
    return lookUp(caller, attempt)
  }
  if (answer.outcome === 'accepted') return { outcome: 'accepted', data: answer.data ?? null }
  if (answer.outcome === 'unlisted') return lookUp(caller, attempt)
  return settleRefusal(caller, attempt, answer)
}

/** A code as a request names it; what is no text is for the rules of the call to refuse. */
function codeIn(
  request: Readonly<Record<string, unknown>>,
  field: 'store_code' | 'pos_code',
): string | undefined {
  const value = request[field]
  return typeof value === 'string' ? value : undefined
}

/** The store and terminal that a request means. */
function storeOf(stores: Stores, request: Readonly<Record<string, unknown>>): FoundStore {
  return findStore(stores, {
    storeCode: codeIn(request, 'store_code'),
    posCode: codeIn(request, 'pos_code'),
  })
}

function storeFields({ storeCode, posCode }: StoreAndTerminal) {
  return { store_code: storeCode, ...(posCode !== undefined && { pos_code: posCode }) }
}

/** The id of the merchant's own that a write is made under; a list of serials is no id: it is the content. */
function writeOf(
  { endpoint }: LoyaltyCall,
  request: Readonly<Record<string, unknown>>,
): LoyaltyWrite | undefined {
  if (endpoint.effect === 'read' || endpoint.businessId === undefined) return undefined
  const id = request[endpoint.businessId]
  return typeof id === 'string' ? { call: endpoint.name, id, request } : undefined
}

/**
 * Makes one call of the list. What a write asks for is on disk before it is made, so that its id stands for nothing else.
 * A write whose outcome is not known, or that is refused, is looked up before it is answered, so that a repeat of the shop
 * gets what the first request has done.
 */
export async function callLoyalty(
  caller: LoyaltyCaller,
  asked: { readonly name: string; readonly request: Readonly<Record<string, unknown>> },
): Promise<LoyaltyOutcome> {
  const call = loyaltyCalls.find(({ endpoint }) => endpoint.name === asked.name)
  if (call === undefined) {
    return { outcome: 'not_found', calls: loyaltyCalls.map(({ endpoint }) => endpoint.name) }
  }
  const known = call.settled.flatMap((field) => {
    const value = caller.values[field]
    return value === undefined ? [] : [[field, value]]
  })
  const sold = call.atStore ? storeOf(caller.stores, asked.request) : undefined
  if (sold?.outcome === 'unknown') {
    const field = sold.field === 'storeCode' ? 'store_code' : 'pos_code'
    return { outcome: 'invalid', message: `${field} ${sold.demand}` }
  }
  const request = {
    ...Object.fromEntries(known),
    ...(sold !== undefined && storeFields(sold.store)),
    ...asked.request,
  }
  // As the shop gave it: a setting that changes meanwhile does not make another request of it.
  const write = writeOf(call, asked.request)
  if (write === undefined) return make(caller, { call, request })
  const claim = await claimLoyaltyId(caller.store, write)
  return claim.outcome === 'claimed'
    ? make(caller, { call, request, claim })
    : conflict(call, claim.because)
}
