import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { operatorSignIns } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { SignInView } from './sign-ins-api.ts'

/** A sign-in, as it is stored. */
export type SignInRow = typeof operatorSignIns.$inferSelect

const maxSignIns = 100

/** Condition: the sign-in has not ended. */
export function isNotEnded(): SQL {
  return sql`${operatorSignIns.state} <> 'ended'`
}

/** A sign-in in the form of the API; `undefined` for an ended one. */
export function signInView(row: SignInRow): SignInView | undefined {
  const { id, operator, role, stores, state, approvedAtMs, expiresAtMs } = row
  if (state === 'ended') return undefined
  return {
    id,
    operator: { name: operator, role, ...(stores !== null && { stores }) },
    state,
    approvedAt: toSeconds(approvedAtMs),
    expiresAt: toSeconds(expiresAtMs),
  }
}

/** The one sign-in that matches a condition. */
export async function readSignIn(
  context: Pick<OrdersContext, 'database'>,
  where: SQL,
): Promise<SignInRow | undefined> {
  const [row] = await openDatabase(context).select().from(operatorSignIns).where(where)
  return row
}

/** The sign-in whose token has this SHA-256; `null` when there is none, or it has ended. */
export async function findSignIn(
  context: Pick<OrdersContext, 'database' | 'now'>,
  tokenSha256: string,
): Promise<SignInView | null> {
  checkContext('findSignIn', context, ['database', 'now'])
  checkArguments('findSignIn', {}, { tokenSha256 })
  const row = await readSignIn(context, eq(operatorSignIns.tokenSha256, tokenSha256))
  if (row === undefined || row.expiresAtMs <= context.now()) return null
  return signInView(row) ?? null
}

/** Active sign-ins, newest first, at most 100. */
export async function listSignIns(
  context: Pick<OrdersContext, 'database' | 'now'>,
): Promise<readonly SignInView[]> {
  checkContext('listSignIns', context, ['database', 'now'])
  const rows = await openDatabase(context)
    .select()
    .from(operatorSignIns)
    .where(and(isNotEnded(), gt(operatorSignIns.expiresAtMs, context.now())))
    .orderBy(desc(operatorSignIns.approvedAtMs))
    .limit(maxSignIns)
  return rows.flatMap((row) => signInView(row) ?? [])
}
