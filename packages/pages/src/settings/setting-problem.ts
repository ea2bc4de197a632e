/** One problem with the settings of a Worker. */
export interface SettingProblem {
  /**
   * Short name of the Worker whose setting it is, such as `orders`; the one that reports it if left
   * out.
   */
  readonly worker?: string
  /** The variable, secret or binding, such as `SERVICE_URL`. */
  readonly name: string
  /**
   * The problem, as a text that follows the name, such as `is missing`. It never quotes a value.
   */
  readonly problem: string
  /** What to do, as a sentence. */
  readonly remedy: string
}

/**
 * The problem of a database whose migrations are not all applied, with the command that applies
 * them.
 *
 * @param database name in `wrangler.jsonc` without its environment, such as `merchant-edge-orders`
 */
export function missingMigrations(database: string, environment: string): SettingProblem {
  const target =
    environment === 'local'
      ? `${database} --local`
      : `${database}-${environment} --env ${environment} --remote`
  const remedy = `Apply them with wrangler d1 migrations apply ${target}.`
  return { name: 'DB', problem: 'lacks migrations', remedy }
}
