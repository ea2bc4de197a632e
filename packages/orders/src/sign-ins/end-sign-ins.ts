import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { operatorSignIns } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { isNotEnded } from './read-sign-in.ts'
import type { SignInsToEnd } from './sign-ins-api.ts'

/** The transition that ends a sign-in: its code and its token become invalid. */
export function endOfSignIn(
  { id, operator }: { readonly id: string; readonly operator: string },
  by: string,
  atMs: number,
): Transition {
  return {
    decide: update(operatorSignIns, {
      set: { state: 'ended', endedAtMs: atMs, endedBy: by },
      where: and(eq(operatorSignIns.id, id), isNotEnded()),
    }),
    journal: {
      atMs,
      kind: 'operator.signed_out',
      orderId: null,
      dedupe: `operator.signed_out:${id}`,
      evidence: 'own record',
      data: { sign_in: id, staff_id: operator, ended_by: by },
    },
  }
}

async function endWhere(context: OrdersContext, which: SQL | undefined, by: string): Promise<void> {
  if (which === undefined) return
  const atMs = context.now()
  const rows = await openDatabase(context)
    .select({ id: operatorSignIns.id, operator: operatorSignIns.operator })
    .from(operatorSignIns)
    .where(and(which, isNotEnded(), gt(operatorSignIns.expiresAtMs, atMs)))
  await transactAll(context, { transitions: rows.map((row) => endOfSignIn(row, by, atMs)) })
}

/**
 * Ends active sign-ins: one by its id, or those of a login at the identity server by session,
 * subject or either.
 *
 * @param by name of the operator who ends them, or the automatic cause; recorded in the journal
 */
export function endSignIns(context: OrdersContext, which: SignInsToEnd, by: string): Promise<void> {
  checkContext('endSignIns', context)
  checkArguments('endSignIns', { which }, { by })
  if ('id' in which) return endWhere(context, eq(operatorSignIns.id, which.id), by)
  const { subject, loginSession } = which
  const ofLogin = [
    ...(subject === undefined ? [] : [eq(operatorSignIns.subject, subject)]),
    ...(loginSession === undefined ? [] : [eq(operatorSignIns.loginSession, loginSession)]),
  ]
  return endWhere(context, or(...ofLogin), by)
}

/** Ends the sign-in whose token has this SHA-256. */
export function signOut(context: OrdersContext, tokenSha256: string): Promise<void> {
  checkContext('signOut', context)
  checkArguments('signOut', {}, { tokenSha256 })
  return endWhere(context, eq(operatorSignIns.tokenSha256, tokenSha256), 'sign-out')
}
