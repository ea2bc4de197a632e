export { createD1SessionStore } from './stores/d1-session-store.ts'
export type { D1SessionDatabase, D1Statement } from './stores/d1-session-store.ts'
