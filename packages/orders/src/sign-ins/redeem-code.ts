import { and, eq, gt } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { operatorSignIns } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { endOfSignIn } from './end-sign-ins.ts'
import { readSignIn, signInView } from './read-sign-in.ts'
import type { CodeRedemption, SignInView } from './sign-ins-api.ts'

const tokenMs = 60 * 60 * 1000

/**
 * Redeems the code of an approval for a token that is valid for an hour. A code that arrives with a
 * wrong secret or a second time has leaked: its sign-in ends, together with a token that was
 * already issued.
 *
 * @returns `null` for a code that cannot be redeemed
 */
export async function redeemCode(
  context: OrdersContext,
  redemption: CodeRedemption,
): Promise<SignInView | null> {
  checkContext('redeemCode', context)
  checkArguments('redeemCode', { redemption })
  const { codeSha256, challenge, tokenSha256 } = redemption
  const ofCode = eq(operatorSignIns.codeSha256, codeSha256)
  const row = await readSignIn(context, ofCode)
  if (row === undefined || row.state === 'ended') return null
  const atMs = context.now()
  const { id, operator } = row
  const isDone = await transact(context, {
    decide: update(operatorSignIns, {
      set: { state: 'signed_in', tokenSha256, signedInAtMs: atMs, expiresAtMs: atMs + tokenMs },
      where: and(
        ofCode,
        eq(operatorSignIns.challenge, challenge),
        eq(operatorSignIns.state, 'approved'),
        gt(operatorSignIns.expiresAtMs, atMs),
      ),
    }),
    journal: {
      atMs,
      kind: 'operator.signed_in',
      orderId: null,
      dedupe: `operator.signed_in:${id}`,
      evidence: 'own record',
      data: { sign_in: id, staff_id: operator, role: row.role },
    },
  })
  if (!isDone) {
    await transact(context, endOfSignIn({ id, operator }, 'code used again or wrongly', atMs))
    return null
  }
  const after = await readSignIn(context, ofCode)
  return (after && signInView(after)) ?? null
}
