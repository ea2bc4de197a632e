export { createMemorySessionStore } from './stores/memory-session-store.ts'
