import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, eq, sql } from 'drizzle-orm'
import { checkContext } from '../check-context.ts'
import { dayOf } from '../daily-files/vietnam-day.ts'
import { firstVersion } from '../database/first-version.ts'
import { transfers } from '../database/schema.ts'
import { insert, update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { transferReference } from '../references/reference.ts'
import { requireFields } from '../rules/field-rule.ts'
import { fieldsThatDiffer } from '../rules/fields-that-differ.ts'
import { transferRules } from '../rules/request-rules.ts'
import { callOnce } from '../service-calls/call-service.ts'
import { callKeyOf, reserveCall } from '../service-calls/reserve-call.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { readTransferAnswer } from './read-transfer-answer.ts'
import { readTransfer, transferView, type TransferRow } from './read-transfer.ts'
import { recordTransferAnswer } from './record-transfer-answer.ts'
import { canReuseId } from './reuse-transfer-id.ts'
import { reserveWithinLimits } from './transfer-limits.ts'
import type { MetTransferLimit, NewTransfer, TransferOutcome } from './transfers-api.ts'

const newTransferRules: OptionRules<NewTransfer> = {
  id: 'any',
  amountVnd: 'any',
  receiverPhone: 'any',
  description: 'any',
}

/** How long the single call may take before its outcome counts as unknown, in milliseconds. */
const callLeaseMs = 90_000

/** Puts the transfer on disk before the service hears of it; `false` when the id is taken. */
async function reserveTransfer(
  context: OrdersContext,
  transfer: NewTransfer,
  callKey: string,
): Promise<boolean | MetTransferLimit> {
  const { id, amountVnd, receiverPhone, description = '' } = transfer
  const atMs = context.now()
  const reference = await transferReference(context.checkoutUrl, id)
  return reserveWithinLimits(context, {
    transfer,
    atMs,
    when: sql`NOT EXISTS (SELECT 1 FROM ${transfers} WHERE id = ${id})`,
    under: (condition) => ({
      decide: insert(transfers, {
        values: {
          id,
          reference,
          state: 'requested',
          version: firstVersion,
          amountVnd,
          receiverPhone,
          description,
          callKey,
          createdAtMs: atMs,
          updatedAtMs: atMs,
          leaseUntilMs: atMs + callLeaseMs,
          countedOn: dayOf(atMs),
        },
        where: condition,
      }),
      journal: {
        atMs,
        kind: 'transfer.requested',
        orderId: null,
        dedupe: `transfer.requested:${id}`,
        evidence: 'own record',
        data: {
          transfer_id: id,
          reference,
          amount_vnd: amountVnd,
          receiver: maskPhone(receiverPhone),
        },
      },
    }),
  })
}

/**
 * Makes a rejected transfer `requested` again before it is sent under the same reference; `false`
 * when another request was faster.
 */
function reserveAgain(
  context: OrdersContext,
  transfer: TransferRow,
  { receiverPhone, description = '', callKey }: NewTransfer & { readonly callKey: string },
): Promise<boolean | MetTransferLimit> {
  const atMs = context.now()
  const { id, reference, amountVnd, version, refusalCode } = transfer
  return reserveWithinLimits(context, {
    transfer,
    atMs,
    when: sql`EXISTS (SELECT 1 FROM ${transfers}
      WHERE id = ${id} AND version = ${version} AND state = 'refused')`,
    under: (condition) => ({
      decide: update(transfers, {
        set: {
          state: 'requested',
          version: version + 1,
          // The receiver's phone may have been erased since.
          receiverPhone,
          description,
          callKey,
          updatedAtMs: atMs,
          leaseUntilMs: atMs + callLeaseMs,
          countedOn: dayOf(atMs),
          refusalCode: null,
          refusalReason: null,
          refusalRemedy: null,
        },
        where: and(eq(transfers.id, id), condition),
      }),
      journal: {
        atMs,
        kind: 'transfer.requested',
        orderId: null,
        dedupe: `transfer.requested:${id}:${version}`,
        evidence: 'own record',
        data: {
          transfer_id: id,
          reference,
          amount_vnd: amountVnd,
          receiver: maskPhone(receiverPhone),
          turned_away_with: refusalCode,
        },
      },
    }),
  })
}

async function send(context: OrdersContext, transfer: TransferRow): Promise<void> {
  const { id, reference, amountVnd, receiverPhone, description, leaseUntilMs } = transfer
  const subject = { transferId: id, reference, endpoint: 'transferMoney' } as const
  const called = await callOnce(context, { subject, leaseUntilMs }, () =>
    context.port.transferMoney({ reference, amountVnd, receiverPhone, description }),
  )
  const said = readTransferAnswer(called.answer, reference)
  await Promise.all([
    retryWrite(context, () => recordTransferAnswer(context, transfer, said)),
    storeCall(context, called),
  ])
}

function differencesOf(
  row: TransferRow,
  { amountVnd, receiverPhone, description = '' }: NewTransfer,
) {
  // After erasure of the receiver only the last three digits are left, and no description.
  const isErased = row.receiverPhone === maskPhone(receiverPhone)
  return fieldsThatDiffer([
    ['amountVnd', row.amountVnd, amountVnd],
    ['receiverPhone', row.receiverPhone, isErased ? row.receiverPhone : receiverPhone],
    ['description', row.description, isErased ? row.description : description],
  ])
}

/**
 * Transfers money to a wallet. The transfer is stored before the call, and the service is made to
 * process it at most once: there is no query for transfers and no code for a duplicate, so a
 * transfer with an unknown outcome is never sent again. A repeat with the same id returns the
 * outcome, and has the same reference even in a database that was restored to a state before the
 * transfer. If the service rejected the transfer unprocessed, because of the key or the timestamp,
 * the repeat is sent under the same reference. A transfer that would exceed a limit of the context
 * is neither stored nor sent. Assumes G-29.
 *
 * @throws TypeError when a field is out of its range
 * @see Specification 4.4
 *
 * @example
 * ```ts
 * import { transferMoney, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function payOut(context: OrdersContext): Promise<string> {
 *   const outcome = await transferMoney(context, {
 *     id: 'payout-1',
 *     amountVnd: 50_000,
 *     receiverPhone: '0901234567',
 *   })
 *   if (outcome.outcome === 'over_limit') return `the limit of a ${outcome.limit.of} is met`
 *   return outcome.transfer.state // "unknown" is never sent again: a file or a person settles it
 * }
 * ```
 */
export async function transferMoney(
  context: OrdersContext,
  transfer: NewTransfer,
): Promise<TransferOutcome> {
  checkContext('transferMoney', context)
  checkOptions('transferMoney', transfer, newTransferRules)
  requireFields('transfer', transferRules, transfer)
  const callKey = callKeyOf(context)
  const isStored = async () => (await readTransfer(context, transfer.id))?.callKey === callKey
  const reserved = await reserveCall(
    context,
    () => reserveTransfer(context, transfer, callKey),
    isStored,
  )
  const row = await readTransfer(context, transfer.id)
  if (row === undefined) {
    if (typeof reserved === 'object') return { outcome: 'over_limit', limit: reserved }
    throw new Error('The transfer vanished while it was written down.')
  }
  const isNew = reserved === true
  const differs = differencesOf(row, transfer)
  if (differs.length > 0) return { outcome: 'conflict', differs, transfer: transferView(row) }
  const again =
    isNew || !canReuseId(row)
      ? isNew
      : await reserveCall(
          context,
          () => reserveAgain(context, row, { ...transfer, callKey }),
          isStored,
        )
  if (typeof again === 'object') return { outcome: 'over_limit', limit: again }
  if (again) await send(context, (await readTransfer(context, transfer.id)) ?? row)
  const after = (await readTransfer(context, transfer.id)) ?? row
  return { outcome: 'known', transfer: transferView(after) }
}
