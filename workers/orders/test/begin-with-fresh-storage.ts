import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { callbackGroup } from '../src/callback-group.ts'

// A database and a bucket of its own for each test, so that a sweep meets only what its own test has written.
beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }))

// The runner of the tests sets `no_handle_cross_request_promise_resolution`: work of the queue that waits here for the
// recording of another request would go on as a part of that request. A deployed Worker hands it over.
callbackGroup.yieldToCallbacks = async () => false
