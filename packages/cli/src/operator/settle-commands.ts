import { operand, requiredText, requiredWord, text, wholeNumber } from '../command/option.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { differencesTable } from './tables/differences-table.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { pathOf } from './access/operator-api.ts'
import { serviceCallsTable } from './tables/service-calls-table.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { storeFilters } from './command-kinds/store-filters.ts'
import { timelineTable } from './tables/timeline-table.ts'
import { textAt } from './tables/text-table.ts'

const looked =
  'A verdict is not checked: look at the merchant web site or the daily file first, and name it in the reason.\n' +
  'It changes only an unknown outcome; exit code 1 when the outcome is known already.'

const order = operand({ placeholder: 'ORDER', summary: 'Id of the order.' })

const transactionId = text({
  placeholder: 'ID',
  summary:
    'Transaction id of the service; needed when money has moved and the id is not known yet.',
})

const refund = requiredText({ placeholder: 'REFUND', summary: 'Id of the refund.' })

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
  operands: { id: order },
  options: {
    refund,
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
      path: pathOf`/orders/${given(order)}/refunds/${given(refund)}/settle`,
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
    looked,
    'A verdict that a refund, or a half of it, was not returned is corrected with --result refunded and --wallet-code,\n' +
      'if its payment has as much left to return. Nothing is sent, and no verdict leads back from there.',
  ],
  examples: [
    "refunds settle ORDER-1 --refund R1 --result refunded --reason 'seen on the merchant site'",
    "refunds settle ORDER-1 --refund R1 --result refunded --wallet-code W1 --reason 'in the file of 2026-09-01'",
  ],
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
  operands: { id: order },
  options: { reference, result: paymentResult, transaction: transactionId },
  others: { reference: '--reference', transactionId: '--transaction' },
  request(given) {
    const transaction = given(transactionId)
    return {
      path: pathOf`/orders/${given(order)}/payments/${given(reference)}/settle`,
      body: {
        result: given(paymentResult),
        ...(transaction !== undefined && { transactionId: transaction }),
      },
    }
  },
  done: (answer) => `Settled; the order is ${textAt(answer, 'order.state')}.`,
  notes: [looked],
  examples: [
    "payments settle ORDER-1 --reference r1 --result paid --transaction T1 --reason 'seen on the merchant site'",
  ],
})

/** Denies the payment of an order that is paid only according to a callback. */
export const paymentsDeny = actionCommand({
  name: 'payments deny',
  summary:
    'Deny the payment of an order that only a callback reports as paid, or whose payment the service does not know.',
  usage: 'ORDER',
  operands: { id: order },
  request: (given) => ({ path: pathOf`/orders/${given(order)}/unconfirmed-payment/deny` }),
  done: (answer) => `Denied; the order is ${textAt(answer, 'order.state')}.`,
  notes: [
    'For an order that stays paid_unverified, or that is still open after its expiry because every query is answered\n' +
      'with 4040001. The service is queried first. The order becomes expired only if the service denies the payment or\n' +
      'does not know it, and the order is past its expiry. If the service confirms a payment, the order becomes paid.\n' +
      'Exit code 1 when nothing changed.',
  ],
  examples: ["payments deny ORDER-1 --reason 'the service has no such transaction'"],
})

const transfer = operand({ placeholder: 'TRANSFER', summary: "The shop's own id of the transfer." })

const transferResult = requiredWord({
  placeholder: 'RESULT',
  summary: 'succeeded: the money was sent; refused: it was not.',
  choices: ['succeeded', 'refused'],
})

/** Settles a transfer of unknown outcome by the operator's verdict. */
export const transfersSettle = actionCommand({
  name: 'transfers settle',
  summary:
    'Settle a transfer whose outcome is unknown, by your verdict; or correct a verdict that it was not made.',
  usage: 'TRANSFER --result succeeded|refused [--transaction ID]',
  operands: { id: transfer },
  options: { result: transferResult, transaction: transactionId },
  others: { transactionId: '--transaction' },
  request(given) {
    const transaction = given(transactionId)
    return {
      path: pathOf`/transfers/${given(transfer)}/settle`,
      body: {
        result: given(transferResult),
        ...(transaction !== undefined && { transactionId: transaction }),
      },
    }
  },
  done: (answer) => `Settled; the transfer is ${textAt(answer, 'transfer.state')}.`,
  notes: [looked],
  examples: [
    "transfers settle PRIZE-1 --result succeeded --transaction TR1 --reason 'seen on the merchant site'",
  ],
})

const stateAndDay = {
  state: ['state', text({ placeholder: 'STATE', summary: 'State, such as unknown.' })],
  day: ['day', text({ placeholder: 'DATE', summary: 'Day in Vietnam, as YYYY-MM-DD.' })],
} as const

/** Lists transfers by state and day. */
export const transfersList = listCommand({
  name: 'transfers list',
  summary: 'List transfers by state and day.',
  path: '/transfers',
  rows: 'transfers',
  filters: stateAndDay,
  columns: [
    ['TRANSFER', 'id'],
    ['STATE', 'state'],
    ['VND', 'amountVnd'],
    ['RECEIVER', 'receiverPhone'],
    ['ASKED FOR', 'createdAt'],
    ['TRANSACTION', 'transactionId'],
    ['BALANCE AFTER', 'postBalanceVnd'],
  ],
  examples: ['transfers list --state unknown'],
})

/** Shows a transfer with its timeline, calls to the service and differences. */
export const transfersShow = showCommand({
  name: 'transfers show',
  summary:
    'Show a transfer with its timeline, calls to the service and differences of the daily files.',
  placeholder: 'TRANSFER',
  id: "The shop's own id of the transfer.",
  path: (id) => pathOf`/transfers/${id}`,
  shown(found, table) {
    const transfer = table(
      [found],
      [
        ['TRANSFER', 'id'],
        ['STATE', 'state'],
        ['VND', 'amountVnd'],
        ['RECEIVER', 'receiverPhone'],
        ['REFERENCE', 'reference'],
        ['TRANSACTION', 'transactionId'],
        ['CHANGED', 'updatedAt'],
        ['BALANCE AFTER', 'postBalanceVnd'],
      ],
    )
    const { timeline, serviceCalls, differences } = found
    return [
      transfer,
      timelineTable(timeline, table),
      serviceCallsTable(serviceCalls, table),
      differencesTable(differences, table),
    ].join('\n\n')
  },
  examples: ['transfers show PRIZE-1'],
})

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
