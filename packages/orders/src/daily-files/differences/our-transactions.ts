import type { DifferingTransaction } from '@merchant-edge/reconcile'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, refunds, transfers } from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { OurTransaction } from './differences-api.ts'
import { groupRows } from '../../database/drivers/group-rows.ts'

type FoundTransaction = OurTransaction & { readonly code: string }

/** The rows of both sides of a transaction. */
type BothSides = Pick<DifferingTransaction, 'partner' | 'service'>

function invoiceCodeOf({ partner, service }: BothSides): string {
  return (partner ?? service[0])?.columns.invoiceCode ?? ''
}

function transactionIdOf({ service }: BothSides): string {
  return service[0]?.serviceCode ?? ''
}

/** The codes by which a difference may name one of our transactions. */
export function codesOf(difference: BothSides): readonly string[] {
  const codes = new Set([invoiceCodeOf(difference), transactionIdOf(difference)])
  codes.delete('')
  return [...codes]
}

/** Finds our transactions that some differences are about, in one statement that reads by keys. */
export async function ourTransactionsOf(
  context: Pick<OrdersContext, 'database'>,
  differences: readonly DifferingTransaction[],
): Promise<readonly (readonly OurTransaction[])[]> {
  const invoices = JSON.stringify([...new Set(differences.map(invoiceCodeOf))])
  const transactions = JSON.stringify([...new Set(differences.map(transactionIdOf))])
  const rows = await openDatabase(context).all<FoundTransaction>(sql`
    SELECT value AS "code", 'payment' AS "kind", a.reference AS "id", a.order_id AS "orderId", a.state AS "state"
      FROM json_each(${invoices}) JOIN ${attempts} a ON a.reference = value
    UNION SELECT value, 'payment', a.reference, a.order_id, a.state
      FROM json_each(${transactions}) JOIN ${attempts} a ON a.transaction_id = value WHERE value <> ''
    UNION SELECT value, 'refund', r.id, r.order_id, r.state
      FROM json_each(${invoices}) JOIN ${refunds} r ON r.id = value
    UNION SELECT value, 'transfer', t.id, NULL, t.state
      FROM json_each(${invoices}) JOIN ${transfers} t ON t.reference = value`)
  const byCode = groupRows(rows, ({ code }) => code)
  return differences.map((difference) => {
    const found =
      byCode.get(invoiceCodeOf(difference)) ?? byCode.get(transactionIdOf(difference)) ?? []
    return found.map((row) => ourTransaction(row))
  })
}

function ourTransaction(row: FoundTransaction): OurTransaction {
  switch (row.kind) {
    case 'payment':
      return { kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'refund':
      return { kind: row.kind, id: row.id, orderId: row.orderId, state: row.state }
    case 'transfer':
      break
  }
  return { kind: row.kind, id: row.id, state: row.state }
}
