import { usageFailure } from '../command/command-failure.ts'
import { flag, operand, requiredText, text, wholeNumber } from '../command/option.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { pathOf } from './access/operator-api.ts'
import { textAt } from './tables/text-table.ts'

const order = operand({ placeholder: 'ORDER', summary: 'Id of the order.' })

const accepted = requiredText({
  placeholder: 'ID',
  summary: 'Transaction of the disputed payment, as orders show prints it.',
})

const insteadOf = text({
  placeholder: 'ID',
  summary:
    'Transaction of the payment that counts until now, and was never made: only a person has called it paid.',
})

/** Accepts a disputed payment as the payment of its order. */
export const paymentsAccept = actionCommand({
  name: 'payments accept',
  summary: 'Accept a disputed payment as the payment of its order.',
  usage: 'ORDER --transaction ID [--instead-of ID]',
  operands: { id: order },
  options: { transaction: accepted, 'instead-of': insteadOf },
  others: { transactionId: '--transaction', insteadOf: '--instead-of' },
  request(given) {
    const counted = given(insteadOf)
    return {
      path: pathOf`/orders/${given(order)}/disputed-payments/${given(accepted)}/accept`,
      ...(counted !== undefined && { body: { insteadOf: counted } }),
    }
  },
  done: (answer) => `Accepted; the order is ${textAt(answer, 'order.state')}.`,
  notes: [
    'The order is then paid with the amount of this payment, even if it is more or less than the price. An order\n' +
      'accepts one payment; return every other one with refunds create.',
    'With --instead-of it takes the place of a payment that was never made. Nothing of the service may have named that\n' +
      'one, and nothing of the order may be refunded. If the service names it later, it is a disputed payment.',
  ],
  examples: [
    "payments accept ORDER-1 --transaction T1 --reason 'the rest was paid in the shop'",
    "payments accept ORDER-3 --transaction T2 --instead-of T9 --reason 'the service knows no T9'",
  ],
})

const neverMade = flag(
  'The payment was never made: only a person has called a payment with a linked wallet paid.',
)

/**
 * Releases a disputed payment to another order, as another name of the payment that counts, or as
 * one that was never made.
 */
export const paymentsRelease = actionCommand({
  name: 'payments release',
  summary:
    'Release a disputed payment from an order: it belongs to another order, is another name of its payment, or was never made.',
  usage: 'ORDER --transaction ID [--never-made]',
  operands: { id: order },
  options: { transaction: accepted, 'never-made': neverMade },
  others: { transactionId: '--transaction', neverMade: '--never-made' },
  request: (given) => ({
    path: pathOf`/orders/${given(order)}/disputed-payments/${given(accepted)}/release`,
    ...(given(neverMade) && { body: { neverMade: true } }),
  }),
  done: (answer) => `Released; the order is ${textAt(answer, 'order.state')}.`,
  notes: [
    'Another order must have the same transaction: orders list --transaction lists both. An order that has no other\n' +
      'payment then becomes expired.',
    'With --never-made nothing of the service may have named the payment: no answer, no callback and no row of a file. If\n' +
      'the service names it later, it is a disputed payment again.',
  ],
  examples: [
    "payments release ORDER-2 --transaction T1 --reason 'the service knows it for ORDER-1 alone'",
    "payments release ORDER-3 --transaction T9 --never-made --reason 'the service knows no such payment'",
  ],
})

/** Takes back the release of a disputed payment. */
export const paymentsReopen = actionCommand({
  name: 'payments reopen',
  summary: 'Take back the release of a disputed payment, which waits for a verdict again.',
  usage: 'ORDER --transaction ID',
  operands: { id: order },
  options: { transaction: accepted },
  others: { transactionId: '--transaction' },
  request: (given) => ({
    path: pathOf`/orders/${given(order)}/disputed-payments/${given(accepted)}/reopen`,
  }),
  done: (answer) => `Reopened; the order is ${textAt(answer, 'order.state')}.`,
  notes: [
    'Nothing is accepted or returned by this: do so with payments accept or refunds create. Where it was returned at the\n' +
      'merchant site meanwhile, do not return it once more.',
  ],
  examples: [
    "payments reopen ORDER-1 --transaction T2 --reason 'the file of the service names two payments'",
  ],
})

const refund = requiredText({
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
  operands: { id: order },
  options: { refund, transaction: returned, vnd, points },
  others: { id: '--refund', orderId: 'ORDER', transactionId: '--transaction' },
  request(given) {
    const transactionId = given(returned)
    const money = given(vnd)
    const some = given(points)
    if (money === undefined && some === undefined) {
      throw usageFailure('Nothing is to be returned.', 'Add --vnd, --points or both.')
    }
    return {
      path: pathOf`/orders/${given(order)}/refunds`,
      body: {
        id: given(refund),
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
