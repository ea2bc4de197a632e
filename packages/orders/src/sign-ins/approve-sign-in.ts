import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { insert } from '../database/transition.ts'
import { operatorSignIns } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { SignInApproval } from './sign-ins-api.ts'

/** How long a code can be redeemed: the browser passes it to the command line immediately. */
const codeMs = 60_000

const digest = /^[0-9a-f]{64}$/

function requireThat(condition: boolean, field: string, rule: string): void {
  if (!condition) throw new TypeError(`The sign-in's ${field} must be ${rule}.`)
}

/**
 * Stores the approval of an operator for a minute, until the command line fetches its token.
 *
 * @throws TypeError naming the field that is malformed
 */
export async function approveSignIn(
  context: OrdersContext,
  approval: SignInApproval,
): Promise<void> {
  checkContext('approveSignIn', context)
  checkArguments('approveSignIn', { approval })
  const { id, codeSha256, challenge, operator, subject, loginSession } = approval
  requireThat(/^[\w-]{16,64}$/.test(id), 'id', '16 to 64 characters of A-Z a-z 0-9 _ -')
  requireThat(digest.test(codeSha256), 'codeSha256', '64 hex digits')
  requireThat(digest.test(challenge), 'challenge', '64 hex digits')
  requireThat(subject !== '', 'subject', 'the sub of the operator')
  const atMs = context.now()
  const { name, role, stores } = operator
  await transact(context, {
    decide: insert(operatorSignIns, {
      values: {
        id,
        state: 'approved',
        codeSha256,
        challenge,
        operator: name,
        role,
        stores: stores ?? null,
        subject,
        loginSession: loginSession ?? null,
        approvedAtMs: atMs,
        expiresAtMs: atMs + codeMs,
      },
    }),
    journal: {
      atMs,
      kind: 'operator.sign_in_approved',
      orderId: null,
      dedupe: `operator.sign_in_approved:${id}`,
      evidence: 'word of a person',
      data: { sign_in: id, staff_id: name, role },
    },
  })
}
