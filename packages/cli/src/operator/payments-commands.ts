import { flag, requiredText, requiredWord, text } from '../command/option.ts'
import { pathOf } from './access/operator-api.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { orderOperand, transactionOfVerdict, verdictNote } from './command-kinds/verdict-options.ts'
import { textAt } from './tables/text-table.ts'

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
  operands: { id: orderOperand },
  options: { transaction: accepted, 'instead-of': insteadOf },
  others: { transactionId: '--transaction', insteadOf: '--instead-of' },
  request(given) {
    const counted = given(insteadOf)
    return {
      path: pathOf`/orders/${given(orderOperand)}/disputed-payments/${given(accepted)}/accept`,
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
  operands: { id: orderOperand },
  options: { transaction: accepted, 'never-made': neverMade },
  others: { transactionId: '--transaction', neverMade: '--never-made' },
  request: (given) => ({
    path: pathOf`/orders/${given(orderOperand)}/disputed-payments/${given(accepted)}/release`,
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
  operands: { id: orderOperand },
  options: { transaction: accepted },
  others: { transactionId: '--transaction' },
  request: (given) => ({
    path: pathOf`/orders/${given(orderOperand)}/disputed-payments/${given(accepted)}/reopen`,
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

/** Denies the payment of an order that is paid only according to a callback. */
export const paymentsDeny = actionCommand({
  name: 'payments deny',
  summary:
    'Deny the payment of an order that only a callback reports as paid, or whose payment the service does not know.',
  usage: 'ORDER',
  operands: { id: orderOperand },
  request: (given) => ({ path: pathOf`/orders/${given(orderOperand)}/unconfirmed-payment/deny` }),
  done: (answer) => `Denied; the order is ${textAt(answer, 'order.state')}.`,
  notes: [
    'For an order that stays paid_unverified, or that is still open after its expiry because every query is answered\n' +
      'with 4040001. The service is queried first. The order becomes expired only if the service denies the payment or\n' +
      'does not know it, and the order is past its expiry. If the service confirms a payment, the order becomes paid.\n' +
      'Exit code 1 when nothing changed.',
  ],
  examples: ["payments deny ORDER-1 --reason 'the service has no such transaction'"],
})

const reference = requiredText({
  placeholder: 'REFERENCE',
  summary: 'Reference of the payment, as orders show prints it.',
})

const paymentResult = requiredWord({
  placeholder: 'RESULT',
  summary: 'paid: the money was taken; not_paid: no money was taken and none is held.',
  choices: ['paid', 'not_paid'],
})

/** Settles an unknown payment with a linked wallet. */
export const paymentsSettle = actionCommand({
  name: 'payments settle',
  summary: 'Settle a payment with a linked wallet whose outcome is unknown, by your verdict.',
  usage: 'ORDER --reference REFERENCE --result paid|not_paid [--transaction ID]',
  operands: { id: orderOperand },
  options: { reference, result: paymentResult, transaction: transactionOfVerdict },
  others: { reference: '--reference', transactionId: '--transaction' },
  request(given) {
    const transaction = given(transactionOfVerdict)
    return {
      path: pathOf`/orders/${given(orderOperand)}/payments/${given(reference)}/settle`,
      body: {
        result: given(paymentResult),
        ...(transaction !== undefined && { transactionId: transaction }),
      },
    }
  },
  done: (answer) => `Settled; the order is ${textAt(answer, 'order.state')}.`,
  notes: [verdictNote],
  examples: [
    "payments settle ORDER-1 --reference r1 --result paid --transaction T1 --reason 'seen on the merchant site'",
  ],
})
