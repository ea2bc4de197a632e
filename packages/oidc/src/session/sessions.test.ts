import { createMemorySessionStore } from '../testing.ts'
import { describeSessionStore } from '../../test/session-store.contract.ts'
import { describeSessions } from '../../test/sessions.contract.ts'

describeSessionStore('the session store in memory', createMemorySessionStore)
describeSessions('memory', createMemorySessionStore)
