import { missingMigrations, type SettingProblem } from '@merchant-edge/pages'
import type { ConsoleEnv } from '../console-env.ts'

/** Problems of the session database, if one is bound: without its tables nobody can sign in. */
export async function databaseProblems({
  DB,
  ENVIRONMENT = '',
}: Partial<ConsoleEnv>): Promise<SettingProblem[]> {
  if (DB === undefined) return []
  try {
    await DB.prepare(
      'SELECT 1 FROM sign_on_sessions, sign_on_claims, sign_on_logouts LIMIT 0',
    ).run()
    return []
  } catch (error) {
    if (!String(error).includes('no such table')) throw error
    return [missingMigrations('merchant-edge-console', ENVIRONMENT)]
  }
}
