import { usageFailure } from '../command/command-failure.ts'
import { requiredText, requiredWord, text, wholeNumber } from '../command/option.ts'
import { pathOf } from './access/operator-api.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { stateAndDay, storeFilters } from './command-kinds/list-filters.ts'
import { orderOperand, verdictNote } from './command-kinds/verdict-options.ts'
import { textAt } from './tables/text-table.ts'

/** Lists refunds by state, day and store. */
export const refundsList = listCommand({
  name: 'refunds list',
  summary: 'List refunds by state, day and store.',
  path: '/refunds',
  rows: 'refunds',
  filters: { ...stateAndDay, ...storeFilters },
  columns: [
    ['REFUND', 'id'],
    ['ORDER', 'orderId'],
    ['OF TRANSACTION', 'transactionId'],
    ['STATE', 'state'],
    ['VND', 'vnd'],
    ['POINTS', 'points'],
    ['ASKED FOR', 'createdAt'],
  ],
  examples: ['refunds list --state refund_unknown'],
})

const newRefund = requiredText({
  placeholder: 'REFUND',
  summary:
    'An id that you choose, 1 to 35 characters of A-Z a-z 0-9 _ -; use the same id when you repeat the command.',
})

const returned = text({
  placeholder: 'ID',
  summary: 'Transaction of the payment; needed for a disputed one, as orders show prints it.',
})

const amount = { min: 1, max: 999_999_999_999, absent: undefined }

const vnd = wholeNumber({
  placeholder: 'VND',
  summary: 'Money to return, in whole VND.',
  ...amount,
})

const points = wholeNumber({ placeholder: 'N', summary: 'Points to return.', ...amount })

/** States of a refund in which it is unknown whether anything was refunded. */
const openStates: ReadonlySet<string> = new Set(['reserved', 'refund_unknown'])

/** Refunds money, points or both of a payment. */
export const refundsCreate = actionCommand({
  name: 'refunds create',
  summary: 'Refund money, points or both, of the payment of an order or of a disputed payment.',
  usage: 'ORDER --refund REFUND [--transaction ID] [--vnd VND] [--points N]',
  operands: { id: orderOperand },
  options: { refund: newRefund, transaction: returned, vnd, points },
  others: { id: '--refund', orderId: 'ORDER', transactionId: '--transaction' },
  request(given) {
    const transactionId = given(returned)
    const money = given(vnd)
    const some = given(points)
    if (money === undefined && some === undefined) {
      throw usageFailure('Nothing is to be returned.', 'Add --vnd, --points or both.')
    }
    return {
      path: pathOf`/orders/${given(orderOperand)}/refunds`,
      body: {
        id: given(newRefund),
        ...(transactionId !== undefined && { transactionId }),
        ...(money !== undefined && { vnd: money }),
        ...(some !== undefined && { points: some }),
      },
    }
  },
  done: (answer) =>
    `The refund is ${textAt(answer, 'refund.state')}, the order ${textAt(answer, 'order.state')}.`,
  undone: (answer) =>
    openStates.has(textAt(answer, 'refund.state'))
      ? 'Whether anything is back is not known yet. Repeat the command as it is; a refund under another id may return it twice.'
      : undefined,
  notes: [
    'A refund with the same id is made only once: repeat the command while it is reserved or unknown, and use a new\n' +
      'id for another refund only. Exit code 1 until it is known whether the customer has got anything back.',
  ],
  examples: [
    "refunds create ORDER-1 --refund R1 --vnd 10000 --reason 'one cup was cold'",
    "refunds create ORDER-1 --refund R2 --transaction T2 --vnd 120000 --reason 'paid twice'",
  ],
})

const unknownRefund = requiredText({ placeholder: 'REFUND', summary: 'Id of the refund.' })

const refundResult = requiredWord({
  placeholder: 'RESULT',
  summary: 'refunded: the customer has got the money back; not_refunded: the customer has not.',
  choices: ['refunded', 'not_refunded'],
})

const half = { min: 0, max: 999_999_999_999, absent: undefined }

const backVnd = wholeNumber({
  placeholder: 'VND',
  summary: 'With refunded, if only one half was returned: all VND of the refund, or 0.',
  ...half,
})

const backPoints = wholeNumber({
  placeholder: 'N',
  summary: 'With refunded, if only one half was returned: all points of the refund, or 0.',
  ...half,
})

const walletCode = text({
  placeholder: 'CODE',
  summary:
    'With refunded: wallet transaction code of the refund, as in the daily file of the service; needed to correct a verdict.',
})

/**
 * Settles a refund of unknown outcome, or one half of it, by the operator's verdict, or corrects a
 * verdict that it was not returned.
 */
export const refundsSettle = actionCommand({
  name: 'refunds settle',
  summary:
    'Settle a refund whose outcome is unknown, or one half of it, by your verdict; or correct a verdict that it was not returned.',
  usage:
    'ORDER --refund REFUND --result refunded|not_refunded [--vnd VND] [--points N] [--wallet-code CODE]',
  operands: { id: orderOperand },
  options: {
    refund: unknownRefund,
    result: refundResult,
    vnd: backVnd,
    points: backPoints,
    'wallet-code': walletCode,
  },
  others: { refundId: '--refund', walletCode: '--wallet-code' },
  request(given) {
    const vnd = given(backVnd)
    const points = given(backPoints)
    const code = given(walletCode)
    return {
      path: pathOf`/orders/${given(orderOperand)}/refunds/${given(unknownRefund)}/settle`,
      body: {
        result: given(refundResult),
        ...(vnd !== undefined && { vnd }),
        ...(points !== undefined && { points }),
        ...(code !== undefined && { walletCode: code }),
      },
    }
  },
  done: (answer) =>
    `Settled; the refund is ${textAt(answer, 'refund.state')}, the order ${textAt(answer, 'order.state')}.`,
  notes: [
    verdictNote,
    'A verdict that a refund, or a half of it, was not returned is corrected with --result refunded and --wallet-code,\n' +
      'if its payment has as much left to return. Nothing is sent, and no verdict leads back from there.',
  ],
  examples: [
    "refunds settle ORDER-1 --refund R1 --result refunded --reason 'seen on the merchant site'",
    "refunds settle ORDER-1 --refund R1 --result refunded --wallet-code W1 --reason 'in the file of 2026-09-01'",
  ],
})
