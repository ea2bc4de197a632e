import type { MoneyStage } from './money-stage.ts'
import { approvalLimitVnd, pointVnd } from './money-stage.ts'

interface BookedRefund {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly vnd: number
  readonly points: number
}

interface BookedPayment {
  readonly id: string
  readonly transactionId: string
  readonly vnd: number
  readonly points: number
}

/** The evidence that each state of a refund requires. */
const proofOfRefund: Readonly<Record<string, string>> = {
  refunded: 'back',
  part_settled: 'back',
  presumed_refunded: 'exists',
  refused: 'refused',
}
const proofOfAttempt: Readonly<Record<string, string>> = { held: 'held', released: 'gone' }

/**
 * Records each capture of held money that began while another payment of its order was reported,
 * and until when a call of each refund was running when its row was last changed.
 */
export async function watchChanges(database: D1Database): Promise<void> {
  await database.batch(
    [
      'CREATE TABLE rash_captures (reference TEXT)',
      `CREATE TRIGGER rash_capture AFTER UPDATE OF state ON attempts
        WHEN OLD.state = 'held' AND NEW.state = 'capturing' AND EXISTS (SELECT 1 FROM outbox
          WHERE order_id = NEW.order_id AND kind = 'confirm' AND state = 'open')
        BEGIN INSERT INTO rash_captures VALUES (NEW.reference); END`,
      'CREATE TABLE changed_refunds (id TEXT PRIMARY KEY, calling_until_ms INTEGER)',
      `CREATE TRIGGER changed_refund AFTER UPDATE ON refunds
        BEGIN INSERT OR REPLACE INTO changed_refunds VALUES (NEW.id, OLD.calling_until_ms); END`,
    ].map((statement) => database.prepare(statement)),
  )
}

/** Whether a call of a refund was running when its row was last changed. */
export async function wasCalling({ database, world }: MoneyStage, id: string): Promise<boolean> {
  const change = await database
    .prepare('SELECT calling_until_ms AS untilMs FROM changed_refunds WHERE id = ?')
    .bind(id)
    .first<{ untilMs: number | null }>()
  return (change?.untilMs ?? 0) > world.now()
}

/** Query for contradictions within the order store. */
const wrong = `
  SELECT 'the hold ' || reference || ' was captured over another payment' AS what FROM rash_captures
  UNION ALL SELECT 'the hold ' || reference || ' stays although its order is paid' FROM attempts
    WHERE state = 'held'
    AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND paid_transaction_id IS NOT NULL)
  UNION ALL SELECT 'the refund ' || id || ' is presumed although a call was answered' FROM refunds
    WHERE state = 'presumed_refunded' AND answered_unclear`
/** Query for unknown outcomes without a next call and without an open alert. */
const forgotten = `
  SELECT 'refund ' || id || ' ' || state || ' is forgotten' AS what FROM refunds
    WHERE state IN ('reserved', 'refund_unknown') AND next_call_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE subject = refunds.id AND state <> 'closed')
  UNION ALL SELECT 'attempt ' || reference || ' ' || state || ' is forgotten' FROM attempts
    WHERE state IN ('paying', 'confirming', 'payment_unknown', 'held', 'capturing', 'releasing')
    AND next_call_at_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE subject = attempts.reference AND state <> 'closed')
  UNION ALL SELECT 'order ' || id || ' ' || state || ' is forgotten' FROM orders
    WHERE state = 'paid_unverified'
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE order_id = orders.id AND kind = 'confirm' AND state = 'open')
    AND NOT EXISTS (SELECT 1 FROM attempts WHERE order_id = orders.id AND next_poll_at_ms IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE facts ->> '$.order_id' = orders.id AND state <> 'closed')`

async function checkRefunds(stage: MoneyStage): Promise<void> {
  const { world, database, untruths, mistaken } = stage
  const refunds = await database
    .prepare(
      `SELECT id, state, refusal_reason AS reason, settled_vnd AS vnd, settled_points AS points
       FROM refunds`,
    )
    .all<BookedRefund>()
  for (const { id, state, reason, vnd, points } of refunds.results) {
    const truth = world.service.returnedOf(id.replace('elsewhere:', ''))
    const isTold = state === 'refunded' || state === 'part_settled'
    if (isTold && (vnd > truth.vnd || points > truth.points)) {
      untruths.push(`${id} is ${state}: ${vnd} VND and ${points} points are not back`)
    }
    const isMistake = mistaken.has(id) && reason === 'not_returned'
    if (state === 'refused' && truth.vnd + truth.points > 0 && !isMistake) {
      untruths.push(`${id} is refused and went back`)
    }
    const proof = proofOfRefund[state]
    if (proof !== undefined && !world.told.has(`${proof} ${id}`)) {
      untruths.push(`${id} is ${state} without a proof`)
    }
  }
}

async function checkPayments({ world, database, taken, untruths }: MoneyStage): Promise<void> {
  const payments = await database
    .prepare(
      `SELECT id, paid_transaction_id AS transactionId, paid_vnd AS vnd, paid_points AS points
       FROM orders WHERE paid_transaction_id IS NOT NULL
       UNION ALL SELECT order_id, transaction_id, paid_vnd, paid_points FROM disputed_payments`,
    )
    .all<BookedPayment>()
  for (const { id, transactionId, vnd, points } of payments.results) {
    const truth = taken.find((one) => one.transactionId === transactionId)
    if (truth?.vnd !== vnd || truth.points !== points) {
      untruths.push(`${id} has ${vnd} VND and ${points} points by ${transactionId}: not paid so`)
    }
    if (!world.told.has(`paid ${transactionId}`)) untruths.push(`${transactionId} is not proven`)
  }
  const attempts = await database
    .prepare('SELECT reference, state FROM attempts')
    .all<{ reference: string; state: string }>()
  for (const { reference, state } of attempts.results) {
    const proof = proofOfAttempt[state]
    if (proof !== undefined && !world.told.has(`${proof} ${reference}`)) {
      untruths.push(`${reference} is ${state} without a proof`)
    }
  }
}

/** Payments of which more was refunded than was paid. */
function checkReturns({ world, taken, untruths }: MoneyStage): void {
  const { returns } = world.service
  for (const reference of new Set(returns.map(({ refund }) => refund.originalReference))) {
    let [vnd, points] = [0, 0]
    for (const one of returns) {
      if (one.refund.originalReference !== reference) continue
      vnd += one.vnd
      points += one.points
    }
    const paid = taken.find((one) => one.reference === reference)
    if (vnd > (paid?.vnd ?? 0) || points > (paid?.points ?? 0)) {
      untruths.push(`${reference} gave back ${vnd} VND and ${points} points, more than was paid`)
    }
  }
}

/**
 * Orders of which one person refunded more than the limit, and refused proposals that were sent.
 */
function checkSecondPerson(stage: MoneyStage): void {
  const { world, orders, approved, rejected, untruths } = stage
  for (const { id: orderId } of orders) {
    let aloneVnd = 0
    for (const [id, { vnd, points }] of world.service.refunds) {
      const isOfStaff = id.startsWith(orderId) && !stage.isOfShop(id)
      if (isOfStaff && !approved.has(id)) aloneVnd += vnd + points * pointVnd
    }
    if (aloneVnd > approvalLimitVnd)
      untruths.push(`${orderId}: one person returned ${aloneVnd} VND`)
  }
  for (const id of rejected) {
    if (world.service.refunds.has(id)) untruths.push(`${id} was rejected and is made`)
  }
}

/** Compares the known outcomes of the order store with the truth, and with their evidence. */
export async function checkBooks(stage: MoneyStage): Promise<void> {
  stage.noteTaken()
  await checkRefunds(stage)
  await checkPayments(stage)
  checkReturns(stage)
  checkSecondPerson(stage)
  const statements = [wrong, forgotten].map((statement) => stage.database.prepare(statement))
  const found = await stage.database.batch<{ what: string }>(statements)
  for (const { results } of found) for (const { what } of results) stage.untruths.push(what)
}
