import { alertKinds } from '../../src/alerts/alert-kinds.ts'
import { verifyJournal } from '../../src/upkeep/index.ts'
import type { House } from './house.ts'

/** Causes that need a second verdict, or one about a difference: nobody gives it at the end. */
const closedBySecondVerdict: ReadonlySet<string> = new Set(['transaction_corrected', 'row_settled'])

/** Kinds of alerts that close once their cause is settled, so that none is open at the end. */
const kindsThatClose = Object.entries(alertKinds)
  .filter(
    ([, { closesOnce }]) => closesOnce !== undefined && !closedBySecondVerdict.has(closesOnce),
  )
  .map(([kind]) => `'${kind}'`)
  .join(', ')

/** Minimum duration of the lease of a call, in milliseconds. */
const leaseMs = 60_000

interface Sums {
  readonly what: string
  readonly paidVnd: number
  readonly paidPoints: number
  readonly refundedVnd: number
  readonly refundedPoints: number
  readonly settledVnd: number
  readonly settledPoints: number
  readonly rVnd: number
  readonly rPoints: number
  readonly sVnd: number
  readonly sPoints: number
}

/**
 * The part of its payment that a refund uses: the requested amount while it is open, otherwise the
 * returned amount.
 */
const reserved = (part: 'vnd' | 'points') => `coalesce(sum(CASE WHEN r.state = 'refused' THEN 0
  WHEN r.owed_refused THEN r.settled_${part} ELSE r.${part} END), 0)`
const sums = `
  SELECT o.id AS what, o.paid_vnd AS paidVnd, o.paid_points AS paidPoints, o.refunded_vnd AS refundedVnd,
    o.refunded_points AS refundedPoints, o.settled_vnd AS settledVnd, o.settled_points AS settledPoints,
    ${reserved('vnd')} AS rVnd, ${reserved('points')} AS rPoints,
    coalesce(sum(r.settled_vnd), 0) AS sVnd, coalesce(sum(r.settled_points), 0) AS sPoints
  FROM orders o LEFT JOIN refunds r ON r.order_id = o.id AND r.transaction_id IS NULL GROUP BY o.id
  UNION ALL
  SELECT d.order_id || ' ' || d.transaction_id, d.paid_vnd, d.paid_points, d.refunded_vnd, d.refunded_points,
    d.settled_vnd, d.settled_points, ${reserved('vnd')}, ${reserved('points')},
    coalesce(sum(r.settled_vnd), 0), coalesce(sum(r.settled_points), 0)
  FROM disputed_payments d LEFT JOIN refunds r ON r.transaction_id = d.transaction_id AND r.order_id = d.order_id
  WHERE d.state <> 'accepted' GROUP BY d.order_id, d.transaction_id`

/**
 * Query for forbidden states, such as an unknown outcome without a next call and without an alert.
 */
const forgotten = [
  `SELECT 'refund ' || id || ' ' || state || ' is forgotten' AS what FROM refunds
    WHERE state IN ('reserved', 'refund_unknown') AND next_call_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE subject = refunds.id AND state <> 'closed')`,
  `SELECT 'attempt ' || reference || ' ' || state || ' is forgotten' AS what FROM attempts
    WHERE state IN ('paying', 'confirming', 'payment_unknown', 'held', 'capturing', 'releasing')
    AND next_call_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE subject = attempts.reference AND state <> 'closed')`,
  `SELECT 'order ' || id || ' ' || state || ' is forgotten' AS what FROM orders
    WHERE state = 'paid_unverified'
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE order_id = orders.id AND kind = 'confirm' AND state = 'open')
    AND NOT EXISTS (SELECT 1 FROM attempts WHERE order_id = orders.id AND next_poll_at_ms IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE facts ->> '$.order_id' = orders.id AND state <> 'closed')`,
  `SELECT 'order ' || id || ' disputed without an alert' AS what FROM orders WHERE state = 'disputed'
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE facts ->> '$.order_id' = orders.id AND state <> 'closed')`,
  `SELECT 'order ' || id || ' is held without money' AS what FROM orders WHERE state = 'held'
    AND NOT EXISTS (SELECT 1 FROM attempts WHERE order_id = orders.id AND state IN ('held', 'capturing', 'releasing'))`,
  `SELECT (facts ->> '$.reference') || ' is held against a word, unheard' AS what FROM journal
    WHERE kind = 'hold.contradicted'
    AND NOT EXISTS (SELECT 1 FROM journal k WHERE k.dedupe = 'hold.known:' || (journal.facts ->> '$.reference'))
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE kind = 'hold_contradicted'
      AND subject = journal.facts ->> '$.reference' AND state <> 'closed')`,
  `SELECT 'attempt ' || reference || ' paid, and its order does not know' AS what FROM attempts
    WHERE state = 'paid' AND NOT EXISTS (SELECT 1 FROM orders WHERE paid_reference = reference)
    AND NOT EXISTS (SELECT 1 FROM disputed_payments d WHERE d.reference = attempts.reference)`,
  `SELECT 'attempt ' || reference || ' ' || a.state || ' and its order is paid by it' AS what FROM attempts a
    JOIN orders ON paid_reference = reference WHERE a.state <> 'paid'`,
  `SELECT 'attempt ' || reference || ' pays twice' AS what FROM
    (SELECT paid_reference AS reference, paid_transaction_id FROM orders WHERE paid_reference IS NOT NULL
     UNION SELECT reference, transaction_id FROM disputed_payments WHERE state <> 'released')
    WHERE reference IN (SELECT reference FROM attempts WHERE method = 'linked-wallet')
    GROUP BY reference HAVING count(*) > 1`,
  `SELECT 'a verdict about ' || (said.facts ->> '$.reference') || ' overtook the answer of its call' AS what
    FROM journal said JOIN journal answered ON answered.order_id = said.order_id AND answered.seq > said.seq
      AND answered.facts ->> '$.reference' = said.facts ->> '$.reference'
    WHERE said.known = 'word of a person' AND said.kind IN ('hold.released', 'payment.refused')
      AND answered.known = 'answer of the service'
      AND answered.kind IN ('payment.confirmed', 'payment.arrived', 'payment.held')
      AND EXISTS (SELECT 1 FROM journal asked WHERE asked.order_id = said.order_id AND asked.seq < said.seq
        AND asked.kind IN ('payment.started', 'payment.otp_sent', 'hold.capture_asked', 'hold.release_asked')
        AND asked.facts ->> '$.reference' = said.facts ->> '$.reference'
        AND asked.at_ms > said.at_ms - ${leaseMs})`,
]

function checkSums(row: Sums): string[] {
  const { what } = row
  const wrong: string[] = []
  if (row.refundedVnd !== row.rVnd || row.refundedPoints !== row.rPoints) {
    wrong.push(
      `${what} reserves ${row.refundedVnd}/${row.refundedPoints}, its refunds ${row.rVnd}/${row.rPoints}`,
    )
  }
  if (row.settledVnd !== row.sVnd || row.settledPoints !== row.sPoints) {
    wrong.push(
      `${what} returned ${row.settledVnd}/${row.settledPoints}, its refunds ${row.sVnd}/${row.sPoints}`,
    )
  }
  if (row.refundedVnd > (row.paidVnd ?? 0) || row.refundedPoints > (row.paidPoints ?? 0)) {
    wrong.push(`${what} reserves more than was paid`)
  }
  return wrong
}

async function alertsOf(house: House): Promise<Set<string>> {
  const alerts = await house.rows<{ subject: string }>('SELECT subject FROM alerts')
  return new Set(alerts.map(({ subject }) => subject))
}

/**
 * Contradictions of the order store to the service or to itself, and unknown outcomes without an
 * alert.
 */
export async function auditBooks(house: House): Promise<string[]> {
  const wrong = (await house.rows<Sums>(sums)).flatMap(checkSums)
  for (const { what } of await house.rows<{ what: string }>(...forgotten)) wrong.push(what)
  const alerted = await alertsOf(house)

  const refunds = await house.rows<{
    id: string
    state: string
    reason: string | null
    vnd: number
    points: number
  }>(
    'SELECT id, state, refusal_reason AS reason, settled_vnd AS vnd, settled_points AS points FROM refunds',
  )
  for (const { id, state, reason, vnd, points } of refunds) {
    const truth = house.service.returnedOf(id)
    const isBack = truth.vnd + truth.points > 0
    // Only a verdict may be wrong about it.
    if (state === 'refused' && isBack && reason !== 'not_returned') {
      wrong.push(`${id} is refused and went back`)
    }
    if (house.falseStatements.has(id) || alerted.has(id)) continue
    const isTold = state === 'refunded' || state === 'part_settled'
    if (isTold && (vnd > truth.vnd || points > truth.points)) {
      wrong.push(
        `${id} is ${state}: ${vnd}/${points}, and only ${truth.vnd}/${truth.points} went back`,
      )
    }
  }

  const outcomes = await house.rows<{ id: string; state: string; subject: string }>(
    'SELECT id, state, id AS subject FROM refunds',
    "SELECT id, state, 'transfer:' || id AS subject FROM transfers",
  )
  for (const { id, state, subject } of outcomes) {
    const said = house.fileSaid.get(id)
    const isOpposite =
      (said === 'made' && state === 'refused') ||
      (said === 'failed' && (state === 'refunded' || state === 'succeeded'))
    if (isOpposite && !alerted.has(subject)) wrong.push(`${id} is ${state} against a file, unheard`)
  }

  const misnamed = await house.rows<{ id: string; transactionId: string }>(
    "SELECT id, transaction_id AS transactionId FROM transfers WHERE state = 'succeeded'",
  )
  for (const { id, transactionId } of misnamed) {
    const isOther = house.fileNamed.has(id) && house.fileNamed.get(id) !== transactionId
    if (isOther && !alerted.has(`transfer:${id}`)) {
      wrong.push(`${id} is made under ${transactionId} against a file, unheard`)
    }
  }

  const { taken } = house
  const booked = await house.rows<{
    id: string
    transactionId: string
    vnd: number
    points: number
  }>(`SELECT id, paid_transaction_id AS transactionId, paid_vnd AS vnd, paid_points AS points
       FROM orders WHERE paid_transaction_id IS NOT NULL
       UNION ALL SELECT order_id, transaction_id, paid_vnd, paid_points FROM disputed_payments`)
  for (const { id, transactionId, vnd, points } of booked) {
    const truth = taken.find((one) => one.transactionId === transactionId)
    if (house.falseStatements.has(transactionId)) continue
    if (truth?.vnd !== vnd || truth.points !== points) {
      wrong.push(`${id} has ${vnd}/${points} by ${transactionId}: not paid so`)
    }
  }
  for (const reference of new Set(
    house.service.returns.map(({ refund }) => refund.originalReference),
  )) {
    const paid = taken.find((one) => one.reference === reference)
    if (house.service.returnedVnd(reference) > (paid?.vnd ?? 0))
      wrong.push(`${reference} gave back more than it brought`)
  }
  return wrong
}

/** {@link auditBooks}, and records that are still open at the end. */
export async function auditEnd(house: House): Promise<string[]> {
  const wrong = await auditBooks(house)
  for (const { what } of await house.rows<{ what: string }>(
    `SELECT 'order ' || id || ' stays ' || state AS what FROM orders
      WHERE state NOT IN ('expired', 'cancelled', 'paid', 'part_refunded', 'refunded')`,
    `SELECT 'refund ' || id || ' stays ' || state AS what FROM refunds WHERE state NOT IN ('refunded', 'refused')
      AND NOT owed_refused`,
    `SELECT 'attempt ' || reference || ' stays ' || state AS what FROM attempts
      WHERE state NOT IN ('refused', 'expired', 'paid', 'released')`,
    `SELECT 'disputed payment ' || transaction_id || ' stays open' AS what FROM disputed_payments WHERE state = 'open'`,
    `SELECT 'transfer ' || id || ' stays ' || state AS what FROM transfers WHERE state NOT IN ('succeeded', 'refused')`,
    `SELECT 'work ' || key || ' stays ' || state AS what FROM outbox WHERE state <> 'done'`,
    `SELECT 'alert ' || kind || ' stays ' || state || ' about ' || subject AS what FROM alerts
      WHERE state <> 'closed' AND kind IN (${kindsThatClose})`,
    // Every sweep at the end does all due work.
    `SELECT 'work is called stalled at ' || subject AS what FROM alerts WHERE kind = 'outbox_stalled'`,
  ))
    wrong.push(what)
  const known = await house.rows<{ reference: string; transactionId: string }>(`
    SELECT paid_reference AS reference, paid_transaction_id AS transactionId FROM orders
    UNION ALL SELECT reference, transaction_id FROM disputed_payments WHERE state <> 'released'`)
  for (const { reference, transactionId } of house.taken) {
    const isKnown = known.some(
      (one) =>
        one.transactionId === transactionId ||
        (house.falseStatements.has(one.transactionId) && one.reference === reference),
    )
    if (!isKnown) wrong.push(`${transactionId} was taken, and no order has it`)
  }
  for (const { reference, status } of house.service.payments) {
    if (status === 'HOLDING') wrong.push(`${reference} holds money for ever`)
  }
  const orders = await house.rows<{ id: string; state: string; paid: number }>(
    'SELECT id, state, paid_transaction_id IS NOT NULL AS paid FROM orders',
  )
  for (const { id, state, paid } of orders) {
    const events = house.told.filter((event) => event.data.order?.id === id)
    const paidEvents = new Set(
      events.filter(({ type }) => type === 'order.paid').map((one) => one.id),
    )
    if (paidEvents.size !== paid) wrong.push(`${id}: ${paidEvents.size} times told paid`)
    const last = events.at(-1)?.data.order?.state
    if (last !== undefined && last !== state)
      wrong.push(`${id} is ${state}, and the shop was told ${last} last`)
  }
  const { broken } = await verifyJournal(house.context)
  if (broken !== undefined) wrong.push('the journal is broken')
  return wrong
}
