export { createSessions, type Sessions, type SessionsOptions } from './session/sessions.ts'
export type { Session } from './session/session.ts'
export type {
  EndedLogin,
  LogoutMark,
  RefreshLease,
  SessionRow,
  SessionStore,
} from './session/session-store.ts'
export { createKeyRing, type KeyRing, type SealingKey } from './sealing/key-ring.ts'
