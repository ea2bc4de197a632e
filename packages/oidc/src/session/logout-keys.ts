import { hashText } from '../sealing/hash-text.ts'
import type { Session } from './session.ts'

/** Key of a logout mark for one login session. */
export function sidKey(issuer: string, sid: string): Promise<string> {
  return hashText(`sid\n${issuer}\n${sid}`)
}

/** Key of a logout mark for every session of a customer. */
export function subjectKey(issuer: string, subject: string): Promise<string> {
  return hashText(`sub\n${issuer}\n${subject}`)
}

/** Key of a session: of its row, and of the mark that it was signed out here. */
export function sessionKey(id: string): Promise<string> {
  return hashText(`id\n${id}`)
}

/** Every key under which this session may have been signed out. */
export function logoutKeysOf({ id, identity }: Session): Promise<string[]> {
  const { issuer, sid, subject } = identity
  return Promise.all([
    sessionKey(id),
    subjectKey(issuer, subject),
    ...(sid === undefined ? [] : [sidKey(issuer, sid)]),
  ])
}
