/** A wrong value of an argument, and the expected refusal. */
export interface WrongValue {
  readonly value: string
  /** What is allowed instead. */
  readonly says: string
  /** 2 for a value that cannot be used; 1 for one that names nothing. */
  readonly code?: 1 | 2
  /** How the refusal names the argument; the argument itself when left out. */
  readonly named?: string
}

/** Valid values of the arguments of a command, and a wrong value of each argument. */
export interface ValuesOfCommand {
  /** Values of required arguments, by their names: `ORDER`, `--reason`. */
  readonly usable: Readonly<Record<string, string>>
  readonly wrong: Readonly<Record<string, WrongValue>>
}

const because = { '--reason': 'a test' }
const run = '0123456789abcdef0123456789abcdef'
const twoWords = 'two words'

const reason = { value: ' ', says: '1 to 255 characters' }
const day = { value: '2026-02-30', says: 'a day of the calendar as YYYY-MM-DD' }
const ofAlphabet = { value: "a'b", says: '1 to 64 characters of A-Z a-z 0-9 _ -' }
const printable = { value: twoWords, says: '1 to 64 printable ASCII characters without spaces' }
const transaction = {
  value: twoWords,
  says: '1 to 64 characters without a semicolon, a space or a control character',
}
const page = {
  '--limit': { value: '0', says: 'a whole number from 1 to 1000' },
  '--cursor': { value: 'nothing', says: 'the one that the page before has given' },
}
const ofStore = { '--store': printable, '--terminal': printable }

function unknown(says: string, value = 'NOTHING'): WrongValue {
  return { value, says, code: 1 }
}

const inOrders = unknown('merchant-edge orders list')
const inAlerts = unknown('merchant-edge alerts list', '999')
const inEvents = unknown('merchant-edge events list')
const inEndpoints = unknown('merchant-edge endpoints list')
const inProposals = unknown('merchant-edge proposals list', twoWords)
const inTransfers = unknown('merchant-edge transfers list')
const inOrder = unknown('merchant-edge orders show ORDER-1', twoWords)

const orderFilters = {
  '--state': { value: 'nowhere', says: 'one of creating, created, expired' },
  '--day': day,
  '--amount': { value: '0', says: 'a whole number from 1 to 999999999999999' },
  '--reference': printable,
  '--transaction': transaction,
  '--customer': ofAlphabet,
  ...ofStore,
}
const eventFilters = {
  '--state': { value: 'nowhere', says: 'waiting, delivered, dead, unwanted' },
  '--endpoint': { value: twoWords, says: 'the id of an endpoint' },
  '--order': ofAlphabet,
  '--type': { value: 'order.payed', says: 'one of order.paid, order.payment_corrected' },
}
const result = (...words: readonly string[]) => ({ value: 'perhaps', says: words.join(', ') })
const half = { value: '-1', says: 'a whole number from 0 to 999999999999' }
const phone = { value: '12', says: '10 or 11 digits, the first a 0' }

const ofAlert = {
  usable: { ALERT: '1', ...because },
  wrong: { ALERT: inAlerts, '--reason': reason },
}
const ofEndpoint = {
  usable: { ENDPOINT: 'shop', ...because },
  wrong: { ENDPOINT: inEndpoints, '--reason': reason },
}
const ofDispute = {
  usable: { ORDER: 'ORDER-1', '--transaction': 'T1', ...because },
  wrong: {
    ORDER: unknown('merchant-edge orders list'),
    '--transaction': inOrder,
    '--reason': reason,
  },
}

/**
 * Every operator command that calls the checkout Worker, with a wrong value of each of its
 * arguments.
 */
export const wrongValues: Readonly<Record<string, ValuesOfCommand>> = {
  'orders list': { usable: {}, wrong: { ...orderFilters, ...page } },
  'orders show': { usable: { ORDER: 'ORDER-1' }, wrong: { ORDER: inOrders } },
  'orders export': {
    usable: { '--out': '/nowhere/orders.csv' },
    wrong: {
      ...orderFilters,
      '--out': {
        ...unknown('no such directory', '/nowhere/orders.csv'),
        named: '/nowhere/orders.csv',
      },
    },
  },
  'alerts list': {
    usable: {},
    wrong: {
      '--state': { value: 'nowhere', says: 'open, acknowledged, closed' },
      '--kind': { value: 'nothing', says: 'orphan_callback' },
      ...page,
    },
  },
  'alerts show': { usable: { ALERT: '1' }, wrong: { ALERT: inAlerts } },
  'alerts acknowledge': ofAlert,
  'alerts close': {
    ...ofAlert,
    wrong: { ...ofAlert.wrong, '--times': { value: '0', says: 'a whole number from 1' } },
  },
  'events list': { usable: {}, wrong: { ...eventFilters, ...page } },
  'events show': { usable: { KEY: 'KEY-1' }, wrong: { KEY: inEvents } },
  'events resend': {
    usable: because,
    wrong: { KEY: inEvents, ...eventFilters, '--reason': reason },
  },
  'endpoints list': { usable: {}, wrong: {} },
  'endpoints pause': ofEndpoint,
  'endpoints resume': ofEndpoint,
  'callbacks list': {
    usable: {},
    wrong: {
      '--state': { value: 'nowhere', says: 'orphan, dead' },
      '--order': ofAlphabet,
      ...page,
    },
  },
  'callbacks replay': {
    usable: { SEQ: '1', ...because },
    wrong: { SEQ: unknown('merchant-edge callbacks list', '999'), '--reason': reason },
  },
  'persons export': {
    usable: { '--customer': 'C-1' },
    wrong: { '--customer': ofAlphabet, '--phone': phone },
  },
  'persons erase': {
    usable: { '--customer': 'C-1', ...because },
    wrong: { '--customer': ofAlphabet, '--phone': phone, '--reason': reason },
  },
  'refunds list': {
    usable: {},
    wrong: {
      '--state': { value: 'nowhere', says: 'one of reserved, refund_unknown' },
      '--day': day,
      ...ofStore,
      ...page,
    },
  },
  'refunds create': {
    usable: { ORDER: 'ORDER-1', '--refund': 'R1', '--vnd': '1000', ...because },
    wrong: {
      ORDER: inOrders,
      '--refund': { value: twoWords, says: '1 to 35 characters of A-Z a-z 0-9 _ -' },
      '--transaction': transaction,
      '--vnd': { value: '0', says: 'a whole number from 1 to' },
      '--points': { value: '0', says: 'a whole number from 1 to' },
      '--reason': reason,
    },
  },
  'refunds settle': {
    usable: { ORDER: 'ORDER-1', '--refund': 'R1', '--result': 'refunded', ...because },
    wrong: {
      ORDER: unknown('merchant-edge refunds list'),
      '--refund': unknown('merchant-edge refunds list', twoWords),
      '--result': result('refunded', 'not_refunded'),
      '--vnd': half,
      '--points': half,
      '--wallet-code': {
        value: twoWords,
        says: '1 to 30 characters without a semicolon, a space or a control character',
      },
      '--reason': reason,
    },
  },
  'payments accept': {
    ...ofDispute,
    wrong: { ...ofDispute.wrong, '--instead-of': transaction },
  },
  'payments release': ofDispute,
  'payments reopen': ofDispute,
  'payments deny': {
    usable: { ORDER: 'ORDER-1', ...because },
    wrong: { ORDER: inOrders, '--reason': reason },
  },
  'payments settle': {
    usable: { ORDER: 'ORDER-1', '--reference': 'r1', '--result': 'not_paid', ...because },
    wrong: {
      ORDER: inOrders,
      '--reference': inOrder,
      '--result': result('paid', 'not_paid'),
      '--transaction': transaction,
      '--reason': reason,
    },
  },
  'undecided list': { usable: {}, wrong: {} },
  'transfers list': {
    usable: {},
    wrong: {
      '--state': { value: 'nowhere', says: 'one of requested, unknown' },
      '--day': day,
      ...page,
    },
  },
  'transfers show': { usable: { TRANSFER: 'TRANSFER-1' }, wrong: { TRANSFER: inTransfers } },
  'transfers settle': {
    usable: { TRANSFER: 'TRANSFER-1', '--result': 'refused', ...because },
    wrong: {
      TRANSFER: inTransfers,
      '--result': result('succeeded', 'refused'),
      '--transaction': transaction,
      '--reason': reason,
    },
  },
  'proposals list': { usable: {}, wrong: ofStore },
  'proposals show': { usable: { PROPOSAL: 'R1' }, wrong: { PROPOSAL: inProposals } },
  'proposals refuse': {
    usable: { PROPOSAL: 'R1', ...because },
    wrong: { PROPOSAL: inProposals, '--reason': reason },
  },
  'takings show': {
    usable: {},
    wrong: { '--from': day, '--to': day, '--store': printable },
  },
  'links list': {
    usable: {},
    wrong: {
      '--state': { value: 'nowhere', says: 'requested, linked, unlinking, unlinked, expired' },
      '--customer': ofAlphabet,
      ...page,
    },
  },
  'links show': { usable: { LINK: 'L1' }, wrong: { LINK: unknown('merchant-edge links list') } },
  'runs list': { usable: {}, wrong: {} },
  'runs show': { usable: { DATE: '2026-01-01' }, wrong: { DATE: day } },
  'runs force': {
    usable: { DATE: '2026-01-01', ...because },
    wrong: { DATE: day, '--reason': reason },
  },
  'differences list': {
    usable: { '--day': '2026-01-01' },
    wrong: { '--day': day, ...page },
  },
  'differences decide': {
    usable: {
      DATE: '2026-01-01',
      RUN: run,
      POSITION: '0',
      '--verdict': 'ours',
      ...because,
    },
    wrong: {
      DATE: day,
      RUN: { value: 'RUN', says: '32 hexadecimal digits' },
      POSITION: { value: 'first', says: 'a whole number' },
      '--verdict': result('ours', 'service', 'explained'),
      '--reason': reason,
    },
  },
  'journal verify': {
    usable: {},
    wrong: { '--step': { value: '1', says: 'a whole number from 500 to 5000' } },
  },
}
