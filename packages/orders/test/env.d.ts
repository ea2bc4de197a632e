declare namespace Cloudflare {
  interface Env {
    readonly DB: D1Database
    readonly STORE: DurableObjectNamespace
    readonly FILES: R2Bucket
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
    /** How many seeds the simulation runs; empty for its default. */
    readonly SIMULATION_SEEDS: string
    /** The first seed of the simulation; empty for its default. */
    readonly SIMULATION_FIRST_SEED: string
  }
}
