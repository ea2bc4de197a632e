export { createD1SessionStore } from './d1/create-d1-session-store.ts'
export type { D1SessionDatabase, D1Statement } from './d1/d1-database.ts'
