declare namespace Cloudflare {
  interface Env {
    readonly DB: import('@cloudflare/workers-types').D1Database
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
