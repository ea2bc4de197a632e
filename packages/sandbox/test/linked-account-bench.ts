import { signText } from '@merchant-edge/signing'
import { freshId, type BenchAnswer, type WorkerdBench } from './workerd-bench.ts'

/** Fields of a call; an explicit `signature` replaces the one that is made. */
export type LinkedFields = Readonly<Record<string, unknown>>

/** The calls of the linked account, signed over texts built by hand from Specification 5.3. */
export interface LinkedAccountBench {
  linkWallet(fields?: LinkedFields): Promise<BenchAnswer>
  checkLink(
    link: { linkId: string; userId: string; callbackUrl?: string },
    fields?: LinkedFields,
  ): Promise<BenchAnswer>
  /** Asks for a link, lets the customer confirm it, and fetches the token. */
  linked(walletId?: string): Promise<{ linkId: string; userId: string; userToken: string }>
  purchase(userToken: string, fields?: LinkedFields, noPoints?: string): Promise<BenchAnswer>
  /** A purchase whose fields are signed, and sent in the items of its list only. */
  purchaseOfList(
    userToken: string,
    fields: LinkedFields,
    items: readonly LinkedFields[],
  ): Promise<BenchAnswer>
  confirm(purchase: BenchAnswer, fields: LinkedFields): Promise<BenchAnswer>
  settle(invoiceNo: string, orderStatus: string): Promise<BenchAnswer>
  unlink(userToken: string, fields?: LinkedFields): Promise<BenchAnswer>
}

const account = '/oh-integration/account/v1'
const purchases = '/oh-integration/transaction/purchase/v1'
const callbackUrl = 'https://merchant.example/linked'

/** The fields that every new purchase has beside its amounts. */
function newPurchase(userToken: string): LinkedFields {
  return {
    invoice_no: freshId('invoice'),
    order_created_at: 1_790_000_000,
    transaction_reference_number: freshId('purchase'),
    terminal_id: 'EDGE-POS-1',
    merchant_id: 'EDGE-STORE-1',
    merchant_code: 'EDGE',
    partner_code: 'EDGE',
    user_token: userToken,
  }
}

/** The signed text of a purchase. @see Specification 5.3 */
function signedPurchase(all: LinkedFields, noPoints: string): string {
  const points = JSON.stringify(all['payment_request_list'] ?? []).match(/"POINT","amount":"(\d+)"/)
  return [
    all['user_token'],
    all['merchant_code'],
    all['merchant_id'],
    all['terminal_id'],
    all['invoice_no'],
    all['order_created_at'],
    all['bill_amount'] ?? '50000',
    all['amount'] ?? '50000',
    points?.[1] ?? noPoints,
  ].join('|')
}

/**
 * Adds the calls of the linked account to a bench.
 *
 * @param headers changes of the headers of every call
 */
export function linkedAccountBench(
  bench: WorkerdBench,
  headers: Record<string, string | undefined> = {},
): LinkedAccountBench {
  async function call(path: string, text: string, fields: LinkedFields): Promise<BenchAnswer> {
    const signature = await signText(bench.key, text)
    return bench.call(path, { headers, fields: { signature, ...fields } })
  }

  const calls: LinkedAccountBench = {
    linkWallet(fields = {}) {
      const all = {
        callback_url: callbackUrl,
        partner_type: 'MERCHANT',
        partner_code: 'EDGE',
        partner_user_id: freshId('user'),
        ...fields,
      }
      const text = `${all.partner_user_id}|${all.partner_code}|${all.callback_url}`
      return call(`${account}/link-wallet`, text, all)
    },
    checkLink(link, fields = {}) {
      const text = `${link.userId}|EDGE|${link.callbackUrl ?? callbackUrl}`
      const all = { partner_code: 'EDGE', link_reference_id: link.linkId, ...fields }
      return call(`${account}/check-status-link-wallet`, text, all)
    },
    async linked(walletId = 'U-AN') {
      const userId = freshId('user')
      const asked = await calls.linkWallet({ partner_user_id: userId })
      const linkId = String(asked.data['link_id'])
      await bench.control.confirmLink(linkId, walletId)
      const { data } = await calls.checkLink({ linkId, userId })
      return { linkId, userId, userToken: String(data['user_token']) }
    },
    purchase(userToken, fields = {}, noPoints = '') {
      const all: Record<string, unknown> = {
        holding_enabled: false,
        currency: 'VND',
        amount: '50000',
        bill_amount: '50000',
        ...newPurchase(userToken),
        ...fields,
      }
      return call(`${purchases}/online-transactions`, signedPurchase(all, noPoints), all)
    },
    purchaseOfList(userToken, fields, payment_request_list) {
      const others = { ...newPurchase(userToken), payment_request_list }
      const text = signedPurchase({ ...others, ...fields }, '')
      return call(`${purchases}/online-transactions`, text, others)
    },
    confirm({ data }, fields) {
      const all: Record<string, unknown> = {
        partner_code: 'EDGE',
        transaction_id: data['transaction_id'],
        transaction_reference_number: data['transaction_ref_number'],
        ...fields,
      }
      const text = [
        all['user_token'],
        all['transaction_id'],
        all['transaction_reference_number'],
      ].join('|')
      return call(`${purchases}/online-transactions-confirm`, text, all)
    },
    settle(invoiceNo, orderStatus) {
      const fields = { order_status: orderStatus, partner_code: 'EDGE', invoice_no: invoiceNo }
      return call(`${purchases}/confirmOrder`, `${invoiceNo}|EDGE|${orderStatus}`, fields)
    },
    unlink(userToken, fields = {}) {
      const all = { partner_code: 'EDGE', user_token: userToken, ...fields }
      return call(`${account}/unlink-wallet`, `${userToken}|EDGE`, all)
    },
  }
  return calls
}
