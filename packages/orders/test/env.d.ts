declare namespace Cloudflare {
  interface Env {
    readonly DB: D1Database
    readonly STORE: DurableObjectNamespace
    readonly FILES: R2Bucket
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
    /** The statements of the folder `restore`. */
    readonly MOVED_SINCE: string
    readonly AFTER_RESTORE: string
    /** How many seeds the simulation runs; empty for its default. */
    readonly SIMULATION_SEEDS: string
    /** The first seed of the simulation; empty for its default. */
    readonly SIMULATION_FIRST_SEED: string
    /** Which pairs of operations are explored: `all`, or a part of their names; empty for the usual ones. */
    readonly INTERLEAVINGS: string
  }
}
