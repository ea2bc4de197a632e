import {
  captureOrder,
  denyPayment,
  payWithLink,
  recordCallback,
  refreshPayment,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
  startPayment,
  sweep,
  unlinkWallet,
} from '../../src/index.ts'
import {
  approveProposal,
  erasePerson,
  refundByOperator,
  refuseProposal,
} from '../../src/operators/index.ts'
import { settlePaymentByFile } from '../../src/daily-files/settlement/settle-payment-by-file.ts'
import { settleRefundByFile } from '../../src/daily-files/settlement/settle-refund-by-file.ts'
import { settleTransferByFile } from '../../src/daily-files/settlement/settle-transfer-by-file.ts'
import { confirmCallbacks } from '../../src/callbacks/confirm-callbacks.ts'
import { settleLinkedPayments } from '../../src/linked-payments/settle-linked-payments.ts'
import { pollPayments } from '../../src/payments/queries/poll-payments.ts'
import { settleRefunds } from '../../src/refunds/settle-refund.ts'
import type { House, Invocation } from './house.ts'

/** An operation of a scene. */
export type Operation = (invocation: Invocation) => Promise<unknown>

/** A situation, and the operations that run in it concurrently. */
export interface Scene {
  readonly name: string
  readonly begin: (house: House) => Promise<void>
  readonly operations: Readonly<Record<string, Operation>>
}

export const id = 'order-1'
export const by = (staffId: string) => ({ reason: 'seen on the merchant web site', staffId })

export async function referenceOf(house: House): Promise<string> {
  return (await house.linkedAttempt(id)).reference
}

export const confirm: Operation = ({ context }) => confirmCallbacks(context, { limit: 5 })
export const poll: Operation = ({ context }) => pollPayments(context, 5)
export const sweepAll: Operation = ({ context }) => sweep(context)
export const refundsDue: Operation = ({ context }) => settleRefunds(context, 5)
export const linkedDue: Operation = ({ context }) => settleLinkedPayments(context, 5)

/** An operation that runs after every lease has ended. */
export function late(operation: Operation, seconds = 100): Operation {
  return async (invocation) => {
    await invocation.wait(seconds)
    return operation(invocation)
  }
}
export const erase: Operation = ({ context }) =>
  erasePerson(context, { customerId: 'customer-1' }, by('an'))
export const unlink: Operation = ({ context }) => unlinkWallet(context, 'customer-1')

/** @param transactionId the disputed payment; that of the order when left out */
export function refund(
  refundId: string,
  vnd?: number,
  points?: number,
  transactionId?: string,
): Operation {
  return ({ context }) =>
    refundOrder(context, id, {
      id: refundId,
      ...(transactionId !== undefined && { transactionId }),
      ...(vnd !== undefined && { vnd }),
      ...(points !== undefined && { points }),
    })
}

export function staffRefund(refundId: string, staffId: string, vnd: number): Operation {
  return ({ context }) => refundByOperator(context, id, { id: refundId, vnd, ...by(staffId) })
}

export function approve(refundId: string, staffId: string): Operation {
  return ({ context }) => approveProposal(context, refundId, by(staffId))
}

export function refuse(refundId: string, staffId: string): Operation {
  return ({ context }) => refuseProposal(context, refundId, by(staffId))
}

export function refundVerdict(
  refundId: string,
  word: { result: 'refunded' | 'not_refunded'; vnd?: number; points?: number; walletCode?: string },
  staffId = 'an',
): Operation {
  return async ({ context }) => {
    try {
      return await settleRefundByVerdict(context, id, refundId, { ...by(staffId), ...word })
    } catch (error) {
      // A file was faster and named another code, so the verdict is refused.
      if (error instanceof TypeError && error.message.includes('walletCode')) return 'not taken'
      throw error
    }
  }
}

/** A verdict on the payment with the linked wallet; a wrong one is recorded in the house. */
export function paymentVerdict(
  result: 'paid' | 'not_paid',
  transactionId?: string,
  staffId = 'an',
): Operation {
  return async ({ context, house, look }) => {
    const asked = house.service.payments[0]?.reference
    const reference = asked ?? (await look(() => referenceOf(house)))
    const [payment] = house.service.payments
    const isTaken = payment?.status === 'SUCCESS' || payment?.status === 'HOLDING'
    if (result === 'not_paid') {
      if (isTaken) house.falseStatements.add(reference)
    } else if (payment?.status !== 'SUCCESS' || payment.transactionId !== transactionId) {
      house.falseStatements.add(transactionId ?? '')
    }
    return settleLinkedPayment(context, id, {
      ...by(staffId),
      reference,
      result,
      ...(transactionId !== undefined && { transactionId }),
    })
  }
}

export const startPage: Operation = ({ context }) =>
  startPayment(context, id, { method: 'web-payment' })
export const startQr: Operation = ({ context }) =>
  startPayment(context, id, { method: 'transaction-qr' })
export const payLink: Operation = ({ context }) => payWithLink(context, id)
export const capture: Operation = ({ context }) => captureOrder(context, id)
export const release: Operation = ({ context }) => releaseOrder(context, id)

/** The callback of the payment page that the scene has paid. */
export const callback: Operation = ({ context, house }) => {
  const page = house.service.orders.find(({ status }) => status.pay_status === 'SUCCESS')
  if (page === undefined) throw new Error('Nothing was paid.')
  return recordCallback(context, house.service.callbackOf(page))
}
/** The customer pays the first page, and its callback is lost. */
export const payFirstPage: Operation = async ({ house, wait }) => {
  await wait(1)
  const page = house.service.orders[0]
  if (page !== undefined && page.status.pay_status !== 'SUCCESS') house.payPage(page.reference)
}
/** The customer pays the first page, and its callback arrives. */
export const payAndCallBack: Operation = async (invocation) => {
  await payFirstPage(invocation)
  return callback(invocation)
}
export const deny: Operation = ({ context }) => denyPayment(context, id, by('an'))
export const refresh: Operation = ({ context }) =>
  refreshPayment(context, id, { occasion: 'return', keepAlive: () => {} })

/** Applies a row of the service's file. */
export function fileRow(row: {
  invoiceCode: string
  walletCode: string
  vnd: number
  points?: number
  isFailure?: boolean
}) {
  const { isFailure = false, points = 0, ...rest } = row
  const day = { date: '01/01/2030', time: '12:00:00' }
  const transaction = {
    ...rest,
    ...day,
    serviceCode: row.walletCode,
    points,
    isSuccess: !isFailure,
    isHeld: false,
    isFailure,
  }
  return { file: 'F', fileSha256: 'hash', hasRow: false, transaction } as const
}

export function fileRefund(said: 'made' | 'failed', vnd = 1200, points = 0): Operation {
  return async ({ house, context }) => {
    const isFailure = said === 'failed'
    const row = fileRow({ invoiceCode: 'R1', walletCode: 'WR1', vnd, points, isFailure })
    await settleRefundByFile(
      { ...house.files, ...context },
      { ...row, transaction: { ...row.transaction, type: '-1' } },
    )
    house.fileSaid.set('R1', said)
  }
}

export const filePayment: Operation = ({ house, context }) => {
  const reference = house.service.payments[0]?.reference ?? ''
  const row = fileRow({ invoiceCode: reference, walletCode: 'LT000001', vnd: 2000 })
  return settlePaymentByFile(
    { ...house.files, ...context },
    { ...row, transaction: { ...row.transaction, type: '1' } },
  )
}

export const fileTransfer: Operation = async ({ house, context, look }) => {
  const [one] = await look(() =>
    house.rows<{ reference: string }>('SELECT reference FROM transfers'),
  )
  const row = fileRow({ invoiceCode: one?.reference ?? '', walletCode: 'TR000001', vnd: 5000 })
  await settleTransferByFile(
    { ...house.files, ...context },
    { ...row, transaction: { ...row.transaction, type: '1' } },
  )
  house.fileSaid.set('TR-1', 'made')
  house.fileNamed.set('TR-1', 'TR000001')
}

export const transfer = { id: 'TR-1', amountVnd: 5000, receiverPhone: '0901234567' }
export function transferVerdict(
  result: 'succeeded' | 'refused',
  transactionId?: string,
): Operation {
  return ({ context }) =>
    settleTransfer(context, 'TR-1', {
      ...by('an'),
      result,
      ...(transactionId !== undefined && { transactionId }),
    })
}
