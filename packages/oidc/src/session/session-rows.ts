import type { KeyRing } from '../sealing/key-ring.ts'
import { hashText } from '../sealing/opaque-text.ts'
import { readSession, writeSession, type Session } from './session.ts'
import type { SessionRow } from './session-store.ts'

/**
 * Key under which a session is stored, and marked as signed out: a hash, so that a copy of the
 * store gives no access to sessions.
 */
export function sessionKey(id: string): Promise<string> {
  return hashText(`id\n${id}`)
}

/** Makes the row of a session; its tokens are sealed, bound to the key of the row. */
export async function rowOf(
  keyRing: KeyRing,
  session: Session,
  expiresAt: number,
): Promise<SessionRow> {
  const key = await sessionKey(session.id)
  const { issuer, sid, subject, issuedAt } = session.identity
  return {
    key,
    version: session.version,
    issuer,
    sid,
    subject,
    issuedAt,
    expiresAt,
    payload: await keyRing.seal(writeSession(session), `row ${key}`),
  }
}

/** Decrypts a row; `undefined` when it was sealed with a key that was removed. */
export async function sessionOf(keyRing: KeyRing, row: SessionRow): Promise<Session | undefined> {
  const text = await keyRing.open(row.payload, `row ${row.key}`)
  return text === undefined ? undefined : readSession(text)
}
