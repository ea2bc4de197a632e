import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import type { SessionStore } from '@merchant-edge/oidc/session'
import type { ConsoleEnv } from '../console-env.ts'

/** The cause of the end of a command-line sign-in, as recorded in the journal. */
const endedBy = 'sign-out at the desk'

/**
 * Sessions of the desk in its database. A session that ends early, by a sign-out here or a logout
 * notice of the identity server, also ends the operator's command-line sign-ins. A session that a
 * new sign-in in the same browser replaces does not.
 *
 * @param now seconds since 1970
 */
export function deskSessions(
  env: Pick<ConsoleEnv, 'DB' | 'CONSOLE_SIGN_INS'>,
  nowSeconds: () => number,
): SessionStore {
  const store = createD1SessionStore(env.DB)
  return {
    ...store,
    async remove(key, because) {
      const session = await store.find(key, nowSeconds())
      // The row is removed last: while it stands, a sign-out that failed can be sent again.
      if (session !== undefined && because !== 'replaced') {
        await env.CONSOLE_SIGN_INS.endSignIns({ subject: session.subject }, endedBy)
      }
      await store.remove(key)
    },
    async removeLogin(login) {
      await store.removeLogin(login)
      const { subject, sid: loginSession } = login
      await env.CONSOLE_SIGN_INS.endSignIns({ subject, loginSession }, endedBy)
    },
  }
}
