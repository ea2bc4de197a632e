import type { D1Migration } from '@cloudflare/vitest-plugin'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly DB: D1Database
      readonly MIGRATIONS: D1Migration[]
    }
  }
}
