import { takeUnsentCallbacksUp } from '../callbacks/callback-sender.ts'
import { applyMigrations } from '../database/apply-migrations.ts'
import { openDatabase } from '../database/database.ts'
import { takeUnsentLinkCallbacksUp } from '../linked-accounts/link-callback-sender.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { readSettings } from '../settings/settings.ts'
import { completeData, registerSeedKeys, seed } from './seed.ts'

const prepared = new WeakMap<D1Database, Promise<void>>()

async function prepare(env: SandboxEnv): Promise<void> {
  await applyMigrations(env.DB)
  const database = openDatabase(env.DB)
  const { isSeeded } = await readSettings(database)
  if (!isSeeded) await seed(database, env)
  else {
    await completeData(database)
    await registerSeedKeys(database, env)
  }
  await takeUnsentCallbacksUp(database)
  await takeUnsentLinkCallbacksUp(database)
}

/**
 * Creates the tables and the first data, once in the life of an isolate. A failed attempt is made
 * again with the next request.
 */
export function prepareDatabase(env: SandboxEnv): Promise<void> {
  const known = prepared.get(env.DB)
  if (known !== undefined) return known
  const attempt = prepare(env).catch((error: unknown) => {
    prepared.delete(env.DB)
    throw error
  })
  prepared.set(env.DB, attempt)
  return attempt
}
