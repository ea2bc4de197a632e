import type { House } from './house.ts'

/** The state of the database and of the service as a text, without times and without the order of the rows. */
export async function endStateOf(house: House): Promise<string> {
  const rows = await house.rows<{ line: string }>(
    `SELECT 'order ' || id || ' ' || state || ' ' || coalesce(paid_transaction_id, '-') || ' ' || refunded_vnd || '/' || refunded_points || ' ' || settled_vnd || '/' || settled_points AS line FROM orders`,
    `SELECT 'attempt ' || reference || ' ' || state || ' ' || coalesce(transaction_id, '-') || ' ' || (next_call_at_ms IS NULL) AS line FROM attempts`,
    `SELECT 'refund ' || id || ' ' || state || ' ' || vnd || '/' || points || ' ' || settled_vnd || '/' || settled_points || ' ' || owed_refused || coalesce(refusal_code, '') || (next_call_at_ms IS NULL) AS line FROM refunds`,
    `SELECT 'dispute ' || order_id || ' ' || transaction_id || ' ' || state || ' ' || refunded_vnd || '/' || refunded_points AS line FROM disputed_payments`,
    `SELECT 'transfer ' || id || ' ' || state || ' ' || coalesce(transaction_id, '-') || ' ' || coalesce(refusal_code, '') AS line FROM transfers`,
    `SELECT 'proposal ' || id || ' ' || state || ' ' || coalesce(decided_by, '') AS line FROM refund_proposals`,
    `SELECT 'link ' || id || ' ' || state AS line FROM links`,
    `SELECT 'alert ' || kind || ' ' || subject || ' ' || state AS line FROM alerts`,
    `SELECT 'work ' || key || ' ' || state AS line FROM outbox`,
    `SELECT 'journal ' || dedupe AS line FROM journal WHERE dedupe IS NOT NULL`,
  )
  const { service } = house
  const truth = [
    ...service.payments.map(({ reference, status }) => `truth ${reference} ${status}`),
    ...service.orders.map(({ reference, status }) => `truth ${reference} ${status.pay_status}`),
    ...service.returns.map(
      ({ refund, vnd, points }) => `truth back ${refund.refundId} ${vnd}/${points}`,
    ),
    ...service.transfers.keys(),
  ]
  return [...rows.map(({ line }) => line), ...truth].toSorted().join('\n')
}
