import type { OrderStatus, TransactionQr } from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import type {
  CheckedLink,
  LinkedPaymentToConfirm,
  LinkedPaymentToMake,
  LinkedTransaction,
  LinkedWalletPort,
  LinkToCheck,
  LinkToRequest,
  MadeTransfer,
  RequestedLink,
  TransferPort,
  TransferToMake,
} from '../src/service/linked-port.ts'
import type { RefundAccepted } from '../src/service/payment-port.ts'
import type { PortAnswer } from '../src/service/port-answer.ts'
import type { StoreAndTerminal } from '../src/stores/stores.ts'

/**
 * The fault of a call: before it takes effect, after it, or none. With an error a proxy answers for
 * the service; a lost call gets no answer. A call that is made twice got no answer the first time;
 * one that is turned away is not processed.
 */
export type Fault =
  | 'lost request'
  | 'lost answer'
  | 'error before'
  | 'error after'
  | 'made twice'
  | 'turned away'
  | 'none'

/** The data of an accepted answer to each call. */
interface DataOfCall {
  readonly create: WebPayment & TransactionQr
  readonly query: OrderStatus
  readonly refund: RefundAccepted
  readonly link: RequestedLink
  readonly check: CheckedLink
  readonly unlink: unknown
  readonly pay: LinkedTransaction
  readonly confirm: LinkedTransaction
  readonly hold: { readonly status: string }
  readonly transfer: MadeTransfer
}

/** A call to the service. */
export type Call = keyof DataOfCall

/** A link at the scripted service. */
export interface ServiceLink {
  readonly linkId: string
  readonly customerId: string
  readonly callbackUrl: string
  userToken?: string
}

/** A payment with a linked wallet at the scripted service. */
export interface ServicePayment {
  readonly reference: string
  readonly transactionId: string
  readonly amountVnd: number
  readonly points: number
  readonly holds: boolean
  readonly store?: StoreAndTerminal
  status: 'PROCESSING' | 'SUCCESS' | 'HOLDING' | 'FAIL'
}

/** No response. */
const silence = { outcome: 'unknown', silent: true, message: 'no answer' } as const

/** A response of a proxy in front of the service. */
export const pageOfProxy = {
  outcome: 'unknown',
  silent: false,
  message: 'a page with status 502',
} as const

function repeated<Data>(answer: PortAnswer<Data>): PortAnswer<Data> {
  const isAnswer = answer.outcome === 'accepted' || answer.outcome === 'refused'
  return isAnswer ? { ...answer, repeatedAfterUnknown: true } : answer
}

/** The customer's one-time code. */
export const rightOtp = '424242'

/** An answer with data. */
export function accepted<Data>(data: Data): PortAnswer<Data> {
  return { outcome: 'accepted', code: 200, data, repeatedAfterUnknown: false }
}

/** A refusal with a code. */
export function refusal(
  code: number,
  applied: 'no' | 'maybe',
): Extract<PortAnswer<never>, { outcome: 'refused' }> {
  return {
    outcome: 'refused',
    code,
    reason: `reason_${code}`,
    remedy: `remedy of ${code}`,
    applied,
    kind: Math.floor(code / 10_000) === 401 && applied === 'no' ? 'not_processed' : 'decided',
    repeatedAfterUnknown: false,
    repeatedAfterUnclear: false,
  }
}

/**
 * Linked wallets and transfers at the scripted service. It records what really happened to the
 * money, so that a test can compare, and it can lose requests and answers.
 */
export class ScriptedWallet implements LinkedWalletPort, TransferPort {
  readonly links: ServiceLink[] = []
  readonly payments: ServicePayment[] = []
  /** Money that has left the merchant's account, by merchant_transaction_id. */
  readonly transfers = new Map<string, TransferToMake>()
  /** Balance of the merchant's account in the answer to a transfer; none when undefined. */
  postBalance: number | undefined
  /** Answer to a transfer whose reference is taken; without it the connection breaks. */
  takenTransfer: PortAnswer<MadeTransfer> | undefined
  /** Answer to a payment whose reference is taken; without it the connection breaks. */
  takenPayment: PortAnswer<LinkedTransaction> | undefined
  /**
   * Answer to the second request of one call for a transfer whose first request moved the money.
   */
  repeatedTransfer: () => PortAnswer<MadeTransfer> = () => refusal(4000502, 'maybe')
  /**
   * References of payments and transfers that were requested again after a first call had
   * succeeded.
   */
  readonly askedTwice: string[] = []
  /** Every call that reached the service, in order. */
  readonly received: { call: Call; id: string }[] = []
  /** Decides the fault of a call. */
  fault: (call: Call, id: string) => Fault = () => 'none'
  /** Whether payments need the customer's one-time code. */
  needsOtp = false
  /** Answers a call about linked wallets or transfers without processing it. */
  readonly answers: { [Kind in Call]?: (id: string) => PortAnswer<DataOfCall[Kind]> } = {}
  /** Statuses with which the next requests about held money are answered instead of being carried out. */
  readonly holdStatuses: string[] = []
  /** Answers a payment or a confirmation with these fields changed. */
  distort: (transaction: LinkedTransaction) => LinkedTransaction = (transaction) => transaction
  /** Runs during a call, before it takes effect or is lost. */
  before: (call: Call) => Promise<void> = async () => {}

  /**
   * Holds the next call, or the next of a kind, before it takes effect.
   *
   * @returns `reached` resolves when it is held; `release` resumes it
   */
  holdNextCall(kind?: Call): { readonly reached: Promise<void>; readonly release: () => void } {
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    this.before = async (call) => {
      if (kind !== undefined && call !== kind) return
      this.before = async () => {}
      reached.resolve()
      await released.promise
    }
    return { reached: reached.promise, release: released.resolve }
  }
  /** Runs during a call, after it took effect and before it is answered. */
  during: (call: Call) => Promise<void> = async () => {}

  /** Passes a call on to the service, or loses it. */
  protected async call<Kind extends Call>(
    call: Kind,
    id: string,
    effect: (time: 'first' | 'again') => Promise<PortAnswer<DataOfCall[Kind]>>,
  ): Promise<PortAnswer<DataOfCall[Kind]>> {
    const fault = this.fault(call, id)
    await this.before(call)
    if (fault === 'lost request') return silence
    if (fault === 'error before') return pageOfProxy
    if (fault === 'turned away') return { ...refusal(4010002, 'no'), kind: 'not_processed' }
    this.received.push({ call, id })
    const isRepeat = fault === 'made twice'
    if (isRepeat) await effect('first')
    const once = this.answers[call]?.(id) ?? (await effect(isRepeat ? 'again' : 'first'))
    const answer = isRepeat ? repeated(once) : once
    await this.during(call)
    if (fault === 'lost answer') return silence
    return fault === 'error after' ? pageOfProxy : answer
  }

  /** Number of calls of a kind that reached the service. */
  count(call: Call): number {
    return this.received.filter((one) => one.call === call).length
  }

  linkWallet({ customerId, callbackUrl }: LinkToRequest): Promise<PortAnswer<RequestedLink>> {
    return this.call('link', customerId, async () => {
      const linkId = `LINK-${this.links.length + 1}`
      this.links.push({ linkId, customerId, callbackUrl })
      return accepted({ linkId, webUrl: `https://link.example/${linkId}`, expiresInMinutes: 10 })
    })
  }

  checkLink({ linkId, customerId, callbackUrl }: LinkToCheck): Promise<PortAnswer<CheckedLink>> {
    return this.call('check', linkId, async () => {
      const link = this.links.find((one) => one.linkId === linkId)
      // The signature covers the customer and the address, so that the link of another customer is
      // not revealed.
      if (link?.customerId !== customerId || link.callbackUrl !== callbackUrl)
        return refusal(4040001, 'no')
      if (link.userToken === undefined) return accepted({ linkId })
      return accepted({ linkId, userToken: link.userToken, phone: '*******456' })
    })
  }

  unlinkWallet(userToken: string): Promise<PortAnswer<unknown>> {
    return this.call('unlink', '', async () => {
      const link = this.links.find((one) => one.userToken === userToken)
      if (link === undefined) return refusal(4040001, 'no')
      delete link.userToken
      return accepted(undefined)
    })
  }

  /**
   * Makes the customer confirm the newest link; returns the address that the service would now
   * call.
   */
  confirmLink(): string {
    const link = this.links.at(-1)
    if (link === undefined) throw new Error('No link was asked for.')
    link.userToken = `TOKEN-SECRET-${link.linkId}`
    return link.callbackUrl
  }

  #transactionOf({ reference, transactionId, status }: ServicePayment): LinkedTransaction {
    return { reference, transactionId, status, walletNumber: `W-${transactionId}` }
  }

  payWithLink(asked: LinkedPaymentToMake): Promise<PortAnswer<LinkedTransaction>> {
    return this.call('pay', asked.reference, async () => {
      const { reference, amountVnd, points, holds, store, userToken } = asked
      if (!this.links.some((link) => link.userToken === userToken)) return refusal(4040001, 'no')
      if (this.payments.some((one) => one.reference === reference)) {
        this.askedTwice.push(reference)
        if (this.takenPayment !== undefined) return this.takenPayment
        throw new Error('A payment was asked for twice under one reference.')
      }
      const debited = holds ? 'HOLDING' : 'SUCCESS'
      const payment: ServicePayment = {
        reference,
        transactionId: `LT${String(this.payments.length + 1).padStart(6, '0')}`,
        amountVnd,
        points,
        holds,
        ...(store !== undefined && { store }),
        status: this.needsOtp ? 'PROCESSING' : debited,
      }
      this.payments.push(payment)
      const verification = payment.status === 'PROCESSING' ? 2 : 0
      return accepted(this.distort({ ...this.#transactionOf(payment), verification }))
    })
  }

  confirmLinkedPayment(asked: LinkedPaymentToConfirm): Promise<PortAnswer<LinkedTransaction>> {
    return this.call('confirm', asked.reference, async () => {
      const payment = this.payments.find((one) => one.transactionId === asked.transactionId)
      if (payment === undefined || payment.reference !== asked.reference)
        return refusal(4040001, 'no')
      if (payment.status === 'PROCESSING') {
        if (asked.otp !== rightOtp) return refusal(4000001, 'no')
        payment.status = payment.holds ? 'HOLDING' : 'SUCCESS'
      }
      return accepted(this.distort(this.#transactionOf(payment)))
    })
  }

  settleHold(hold: {
    readonly reference: string
    readonly result: 'capture' | 'release'
  }): Promise<PortAnswer<{ readonly status: string }>> {
    return this.call('hold', `${hold.reference}:${hold.result}`, async () => {
      const payment = this.payments.find((one) => one.reference === hold.reference)
      if (payment === undefined) return refusal(4040001, 'no')
      const said = this.holdStatuses.shift()
      if (said !== undefined) return accepted({ status: said })
      if (payment.status === 'HOLDING' || payment.status === 'PROCESSING') {
        const canCapture = payment.status === 'HOLDING' && hold.result === 'capture'
        payment.status = canCapture ? 'SUCCESS' : 'FAIL'
      }
      return accepted({ status: payment.status })
    })
  }

  transferMoney(transfer: TransferToMake): Promise<PortAnswer<MadeTransfer>> {
    return this.call('transfer', transfer.reference, async (time) => {
      if (this.transfers.has(transfer.reference)) {
        if (time === 'again') return this.repeatedTransfer()
        this.askedTwice.push(transfer.reference)
        if (this.takenTransfer !== undefined) return this.takenTransfer
        throw new Error('A transfer was sent twice under one reference.')
      }
      this.transfers.set(transfer.reference, transfer)
      return accepted({
        reference: transfer.reference,
        transactionId: `TR${String(this.transfers.size).padStart(6, '0')}`,
        ...(this.postBalance !== undefined && { postBalanceVnd: this.postBalance }),
      })
    })
  }
}
