import { and, eq } from 'drizzle-orm'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { linkedPurchases } from './tables.ts'
import { isReferenceTaken } from '../orders/references.ts'
import { references } from '../orders/tables.ts'
import { walletLinks } from '../linked-accounts/tables.ts'
import { linkOfToken, type HeldLink } from '../linked-accounts/links.ts'
import { refuseStore } from '../merchants/stores.ts'
import { freshCode, needsOneTimeCode } from '../payments/one-time-code.ts'
import { refuseWallet } from '../payments/payment-request.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet, mustBeActive } from '../wallets/wallets.ts'
import { capturedOrder, movePurchase } from './capture-purchase.ts'
import { findOwnPurchase, purchaseOf, type LinkedPurchase, type PurchaseRow } from './purchases.ts'

/** The amounts of a purchase as the request writes them. */
export interface AmountFields {
  /** Wallet money in VND, as text. */
  readonly amount: string
  /** The bill in VND, as text. */
  readonly bill_amount: string
  readonly payment_request_list?:
    | readonly { readonly method?: string | undefined; readonly amount?: string | undefined }[]
    | undefined
}

/** How a purchase is paid: wallet money and points, and the bill; money is in whole VND. */
export interface PurchaseAmounts {
  /** Wallet money in whole VND. */
  readonly vnd: number
  readonly points: number
  readonly billVnd: number
}

function invalid(message: string): RefusalError {
  return new RefusalError(4000001, message)
}

/** The amount of the one item with a method; `undefined` when there is none. */
function amountOf(fields: AmountFields, method: string): number | undefined {
  const items = (fields.payment_request_list ?? []).filter((item) => item.method === method)
  if (items.length > 1) throw invalid(`payment_request_list: must have one ${method} item at most`)
  const [item] = items
  if (item === undefined) return undefined
  if (item.amount === undefined)
    throw invalid(`payment_request_list: the ${method} item has no amount`)
  return Number(item.amount)
}

/**
 * Reads the amounts of a purchase. Money is `amount`, which a WALLET item may repeat; points are
 * the POINT item; both together must be worth the bill.
 *
 * Assumes G-06 and G-51.
 *
 * @throws RefusalError 4000001 when they do not fit
 */
export function purchaseAmounts(fields: AmountFields, pointValueVnd: number): PurchaseAmounts {
  const unknown = fields.payment_request_list?.find(
    ({ method = 'WALLET' }) => method !== 'WALLET' && method !== 'POINT',
  )
  if (unknown !== undefined) {
    throw invalid('payment_request_list: the method of an item must be WALLET or POINT')
  }
  const vnd = Number(fields.amount)
  const billVnd = Number(fields.bill_amount)
  const walletVnd = amountOf(fields, 'WALLET')
  const points = amountOf(fields, 'POINT') ?? 0
  if (walletVnd !== undefined && walletVnd !== vnd) {
    throw invalid(`payment_request_list: the WALLET item has ${walletVnd} VND, amount has ${vnd}`)
  }
  const worthVnd = vnd + points * pointValueVnd
  if (worthVnd !== billVnd) {
    throw invalid(
      `bill_amount: ${vnd} VND and ${points} points of ${pointValueVnd} VND are worth ${worthVnd}, the bill is ${billVnd}`,
    )
  }
  return { vnd, points, billVnd }
}

/** A purchase as the merchant asks for it. */
export interface NewPurchase extends PurchaseAmounts {
  readonly merchantCode: string
  readonly userToken: string
  readonly invoiceNo: string
  readonly transactionReferenceNumber: string
  readonly storeCode: string
  readonly posCode: string
  readonly description: string
  readonly isHoldingEnabled: boolean
}

async function refuseRepeat(sandbox: Sandbox, purchase: NewPurchase): Promise<void> {
  const { merchantCode, invoiceNo, transactionReferenceNumber: reference } = purchase
  const { database } = sandbox
  if (await isReferenceTaken(database, merchantCode, reference)) {
    throw new RefusalError(4000001, `transaction_reference_number: ${reference} is taken already`)
  }
  if ((await findOwnPurchase(sandbox, merchantCode, { invoiceNo })) !== undefined) {
    throw new RefusalError(4000001, `invoice_no: ${invoiceNo} is taken already`)
  }
}

async function requirePlace(sandbox: Sandbox, purchase: NewPurchase): Promise<void> {
  const fields = { store: 'merchant_id', terminal: 'terminal_id' }
  const wrong = await refuseStore(sandbox.database, purchase, fields)
  if (wrong !== undefined) throw new RefusalError(4040201, wrong)
}

/** Status of a purchase after its first step. */
function statusOf(
  { isHoldingEnabled }: NewPurchase,
  { isRefused, needsCode }: { readonly isRefused: boolean; readonly needsCode: boolean },
): PurchaseRow['status'] {
  if (isRefused) return 'FAIL'
  if (needsCode) return 'PROCESSING'
  return isHoldingEnabled ? 'HOLDING' : 'SUCCESS'
}

async function rowOf(
  sandbox: Sandbox,
  purchase: NewPurchase,
  link: HeldLink,
): Promise<PurchaseRow> {
  const now = sandbox.clock.nowSeconds()
  const date = vietnamDate(now)
  const { userToken: _userToken, ...fields } = purchase
  const refused = refuseWallet(await findWallet(sandbox.database, link.walletId), purchase)
  const code =
    refused === undefined && needsOneTimeCode(sandbox, purchase.vnd) ? freshCode(sandbox) : null
  return {
    ...fields,
    transactionId: `${date}${randomDigits(12)}`,
    linkId: link.linkId,
    walletId: link.walletId,
    pointValueVnd: sandbox.settings.rules.pointValueVnd,
    status: statusOf(purchase, { isRefused: refused !== undefined, needsCode: code !== null }),
    failure: refused?.reason ?? null,
    walletTransactionId: `W${date}${randomDigits(12)}`,
    createdAt: now,
    updatedAt: now,
    code: code?.code ?? null,
    codeExpiresAt: code?.expiresAt ?? null,
    codeTriesLeft: code?.triesLeft ?? null,
    orderId: null,
  }
}

function moneyStatements(sandbox: Sandbox, row: PurchaseRow): readonly Statement[] {
  if (row.status !== 'HOLDING' && row.status !== 'SUCCESS') return []
  const step = row.status === 'HOLDING' ? 'hold' : 'pay'
  return [
    mustBeActive(sandbox.database, row.walletId),
    ...movePurchase(sandbox.database, row.createdAt, { purchase: row, step }),
  ]
}

async function tryToMake(
  sandbox: Sandbox,
  purchase: NewPurchase,
): Promise<LinkedPurchase | undefined> {
  const { database } = sandbox
  const { merchantCode, transactionReferenceNumber: orderReferenceId } = purchase
  await refuseRepeat(sandbox, purchase)
  await requirePlace(sandbox, purchase)
  const link = await linkOfToken(sandbox, merchantCode, purchase.userToken)
  const draft = await rowOf(sandbox, purchase, link)
  const order = draft.status === 'SUCCESS' ? capturedOrder(sandbox, draft) : undefined
  const row = { ...draft, orderId: order?.orderId ?? null }
  const broken = await runAtomically(database, [
    database
      .update(walletLinks)
      .set({ state: 'LINKED' })
      .where(and(eq(walletLinks.linkId, link.linkId), eq(walletLinks.state, 'LINKED'))),
    mustHaveChangedOne(database),
    database.insert(references).values({ merchantCode, orderReferenceId, kind: 'payment' }),
    database.insert(linkedPurchases).values(row),
    ...moneyStatements(sandbox, row),
    ...(order === undefined ? [] : [order.statement]),
  ])
  return broken === undefined ? purchaseOf(sandbox, row) : undefined
}

/**
 * Buys from a linked wallet. Up to the threshold of the rules the money moves at once, to the
 * merchant or to the account of held money. Above the threshold a one-time code is sent to the
 * customer and nothing moves yet. When the wallet cannot pay, the purchase is stored as failed. An
 * id that is already taken is refused before store and wallet are checked, so that a caller who
 * lost the answer learns that the first attempt succeeded.
 *
 * Assumes G-27, G-52 and G-54.
 *
 * @throws RefusalError 4000001 for an id that is taken, 4040001 for an invalid token, 4040201 for a
 *   store or terminal that is not the merchant's
 * @see Specification 4.11
 */
export async function makePurchase(
  sandbox: Sandbox,
  purchase: NewPurchase,
): Promise<LinkedPurchase> {
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const made = await tryToMake(sandbox, purchase)
    if (made !== undefined) return made
  }
  throw new RefusalError(5000001, 'The wallet kept changing while it was being charged')
}
