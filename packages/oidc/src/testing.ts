export { createMemorySessionStore } from './testing/memory-session-store.ts'
