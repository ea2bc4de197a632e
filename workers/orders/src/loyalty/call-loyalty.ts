import { callAny, WalletError, type AnyAnswer, type Client } from '@merchant-edge/client'
import { settle } from '@merchant-edge/client/settle'
import {
  claimLoyaltyId,
  markForeignId,
  markForeignContent,
  releaseLoyaltyId,
  type LoyaltyClaim,
  type LoyaltyIdsContext,
  type LoyaltyWrite,
} from '@merchant-edge/orders'
import type { LoyaltyIdConflict, LoyaltyOutcome } from '@merchant-edge/orders/api'
import { completeRequest, type RequestSettings } from './complete-request.ts'
import { loyaltyCalls, type LoyaltyCall } from './loyalty-calls.ts'
import { isAnswerTo, isOrderAskedFor } from './order-asked-for.ts'

/** The client and codes of the merchant, and the store of idempotency keys. */
export interface LoyaltyCaller extends RequestSettings {
  readonly client: Client
  readonly store: LoyaltyIdsContext
  /** Why no call that changes something is sent; reads are sent. Left out when all are sent. */
  readonly pausedBecause?: string
}

type Refused = Extract<AnyAnswer, { readonly outcome: 'refused' }>

/** A running call; `claim` is set for a write with an id of the merchant. */
interface LoyaltyAttempt {
  readonly call: LoyaltyCall
  /** All fields, including those from the settings. */
  readonly request: object
  readonly claim?: LoyaltyClaim
}

/**
 * The refusal of a write that the service knows and that failed, when the service gives no code.
 */
const failed = {
  outcome: 'refused',
  code: 0,
  reason: 'failed',
  cause: 'The service has the request, and it failed.',
  remedy: 'Look at the member on the merchant web site; try again under a new id.',
  applied: 'no',
} as const satisfies LoyaltyOutcome

/** Refusals which mean that the service already knows the id. */
const idTaken: ReadonlySet<string> = new Set(['top_up_exists', 'gift_order_exists'])

/** The service refuses a used voucher with the same code as an invalid one. */
const voucherNotUsable = 'voucher_not_usable'

function conflict({ endpoint }: LoyaltyCall, because: LoyaltyIdConflict): LoyaltyOutcome {
  return { outcome: 'conflict', because, field: endpoint.businessId ?? 'id' }
}

/** Queries the outcome of a write that may have taken effect; the query is free of side effects. */
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
    await markForeignContent(store, claim)
    return conflict(call, 'used_elsewhere')
  } catch (error) {
    if (error instanceof WalletError) return unknown
    throw error
  }
}

/**
 * Whether a refusal leaves open the outcome of this request or of an earlier one with the same ids.
 */
function isOpen(
  { claim }: LoyaltyAttempt,
  { applied, reason, repeatedAfterUnknown }: Refused,
): boolean {
  if (repeatedAfterUnknown) return true
  // A voucher used in another system has the same code, and no query returns who used it.
  if (reason === voucherNotUsable) return false
  // If this was not the only call under its id, its refusal says nothing about an earlier call,
  // whatever the reason.
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
 * The conclusion from a refusal of the only call under an id, when no earlier request can have
 * taken effect: the call had no effect, and the service knows the id from another system.
 *
 * @returns `undefined` when the refusal proves less
 */
async function refusalOfOnlyCall(
  { store }: LoyaltyCaller,
  { call, claim }: LoyaltyAttempt,
  answer: Refused,
): Promise<LoyaltyOutcome | undefined> {
  if (claim === undefined || answer.repeatedAfterUnknown) return undefined
  if (idTaken.has(answer.reason)) {
    const isForeign = await markForeignId(store, claim)
    return isForeign ? conflict(call, 'used_elsewhere') : undefined
  }
  if (answer.applied === 'maybe' && answer.reason !== voucherNotUsable) return undefined
  const isFree = await releaseLoyaltyId(store, claim)
  return isFree ? { ...refusedBy(answer), applied: 'no' } : undefined
}

/** A refusal of a retry says nothing about the first request, so every refused write is queried. */
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
    // The id is taken by this very request, which has failed; the refusal about the id would
    // wrongly suggest that it succeeded.
    return idTaken.has(answer.reason) ? found : { ...refusedBy(answer), applied: 'no' }
  }
  return found.outcome !== 'unknown' || isOpen(attempt, answer) ? found : refusedBy(answer)
}

const answeredWithOthers = {
  outcome: 'unknown',
  remedy:
    'The service answered with other gift codes than were asked for. Hand none of them out: ask again, and look at the order on the merchant web site.',
} as const satisfies LoyaltyOutcome

/** Asks once more after an acceptance that is about another order. */
async function settleOther(
  { client }: LoyaltyCaller,
  { call, request }: LoyaltyAttempt,
): Promise<LoyaltyOutcome> {
  if (call.endpoint.effect === 'read') return answeredWithOthers
  try {
    const settlement = await settle(client, call.endpoint, request)
    if (settlement.outcome !== 'applied') return answeredWithOthers
    const { data } = settlement
    return isAnswerTo(call, { request, data }) ? { outcome: 'accepted', data } : answeredWithOthers
  } catch (error) {
    if (error instanceof WalletError) return answeredWithOthers
    throw error
  }
}

async function send(caller: LoyaltyCaller, attempt: LoyaltyAttempt): Promise<LoyaltyOutcome> {
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
  if (answer.outcome === 'accepted') {
    const { data = null } = answer
    if (isAnswerTo(call, { request, data })) return { outcome: 'accepted', data }
    return settleOther(caller, attempt)
  }
  if (answer.outcome === 'unlisted') return lookUp(caller, attempt)
  return settleRefusal(caller, attempt, answer)
}

/** The merchant's id (idempotency key) of a write; a list of serials is content and no id. */
function writeOf(
  { endpoint }: LoyaltyCall,
  request: Readonly<Record<string, unknown>>,
): LoyaltyWrite | undefined {
  if (endpoint.effect === 'read' || endpoint.businessId === undefined) return undefined
  const id = request[endpoint.businessId]
  return typeof id === 'string' ? { call: endpoint.name, id, request } : undefined
}

/**
 * Makes one call of the list. A write is stored before it is sent, so that its id is bound to this
 * request. A write of unknown outcome, or a refused one, is queried before it is answered, so that
 * a retry of the shop gets the outcome of the first request.
 */
export async function callLoyalty(
  caller: LoyaltyCaller,
  asked: { readonly name: string; readonly request: Readonly<Record<string, unknown>> },
): Promise<LoyaltyOutcome> {
  const call = loyaltyCalls.find(({ endpoint }) => endpoint.name === asked.name)
  if (call === undefined) {
    return { outcome: 'not_found', calls: loyaltyCalls.map(({ endpoint }) => endpoint.name) }
  }
  if (call.endpoint.effect !== 'read' && caller.pausedBecause !== undefined) {
    return { outcome: 'unknown', remedy: caller.pausedBecause }
  }
  const completed = completeRequest(call, caller, asked.request)
  if (completed.outcome === 'invalid') return completed
  const { request } = completed
  // The fingerprint covers the request as the shop sent it, so a changed setting does not make it a
  // different request.
  const write = writeOf(call, asked.request)
  if (write === undefined) return send(caller, { call, request })
  const claim = await claimLoyaltyId(caller.store, write)
  return claim.outcome === 'claimed'
    ? send(caller, { call, request, claim })
    : conflict(call, claim.because)
}
