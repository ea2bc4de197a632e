import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { readUndecided, verdictOn, type Truth, type Undecided } from './operators.ts'
import { atService, happens, type Stage } from './stage.ts'

/** Length of a full list of the merchant site: what it does not name may be older. */
const pageLength = 200

const shownTransfer = v.object({ reference: v.string() })

type Shown = Truth['service'] & {
  /** Refunds of which a half is still to come. */
  readonly halfBack: ReadonlySet<string>
  /** Whether the list of a kind names everything that the service did. */
  readonly isWhole: Readonly<Record<string, boolean>>
}

/** What the merchant site shows at this moment. */
async function lookUp({ service }: Stage): Promise<Shown> {
  const [purchases, refunds, transfers] = await Promise.all([
    service.linkedPurchases(),
    service.refunds(),
    service.transfers(),
  ])
  return {
    purchases: purchases.map(({ transactionReferenceNumber, transactionId, status }) => ({
      reference: transactionReferenceNumber,
      transactionId,
      status,
    })),
    refunds: refunds.map(({ orderReferenceId }) => ({ id: orderReferenceId })),
    halfBack: new Set(
      refunds.flatMap(({ orderReferenceId: id, state }) => (state === 'done' ? [] : [id])),
    ),
    transfers: transfers.map(({ merchantTransactionId: id, transactionId }) => ({
      id,
      transactionId,
    })),
    isWhole: {
      payment: purchases.length < pageLength,
      refund: refunds.length < pageLength,
      transfer: transfers.length < pageLength,
    },
  }
}

/**
 * Whether the merchant site shows how an outcome has ended. A payment that the customer may still
 * confirm, held money, a refund of which a half is missing, and a report that the service has not
 * confirmed are no outcomes yet.
 */
function isShown({ kind, id }: Undecided, reference: string, shown: Shown): boolean {
  if (kind === 'payment') {
    const purchase = shown.purchases.find((one) => one.reference === id)
    if (purchase === undefined) return shown.isWhole[kind] === true
    return purchase.status === 'SUCCESS' || purchase.status === 'FAIL'
  }
  if (kind === 'refund') {
    if (shown.halfBack.has(id)) return false
    return shown.isWhole[kind] === true || shown.refunds.some((one) => one.id === id)
  }
  if (kind !== 'transfer' || reference === '') return false
  return shown.isWhole[kind] === true || shown.transfers.some((one) => one.id === reference)
}

async function referenceOf({ shop }: Stage, { kind, id }: Undecided): Promise<string> {
  if (kind !== 'transfer') return ''
  const answer = await shop.call(`/transfers/${id}`)
  const read = v.safeParse(shownTransfer, answer?.json)
  return read.success ? read.output.reference : ''
}

/** Decides an outcome by what the merchant site shows. @returns whether the verdict was taken */
async function decideNow(stage: Stage, item: Undecided): Promise<boolean> {
  const reference = await referenceOf(stage, item)
  // Looked up last, so that as little as possible happens before the verdict.
  const shown = await atService(stage, () => lookUp(stage))
  if (shown === undefined || !isShown(item, reference, shown)) return false
  const merchant = { transfers: [{ id: item.id, reference }], disputed: [] }
  const { path, json } = verdictOn(item, { service: shown, merchant })
  const verdict = await stage.shop.call(path, { json, as: 'operator' })
  return verdict !== undefined && verdict.status < 400
}

/**
 * Lets an operator decide open outcomes while calls fail, are repeated and are answered late, until
 * the end. The verdicts are true when they are given, and may be refused because a call is running.
 *
 * @returns how many verdicts were taken
 */
export async function keepDeciding(stage: Stage, endsAtMs: number): Promise<number> {
  let taken = 0
  while (Date.now() < endsAtMs) {
    await setTimeout(500 + stage.random.below(3_000))
    const items = await readUndecided(stage.shop).catch(() => [])
    for (const item of items) {
      if (happens(stage, 50) && (await decideNow(stage, item))) taken += 1
    }
  }
  return taken
}
