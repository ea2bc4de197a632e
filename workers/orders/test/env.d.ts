declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../src/index.ts')
  }
  interface Env extends Readonly<import('../src/settings/orders-env.ts').OrdersEnv> {
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
    /** Who is bound to which entrypoint of this Worker. */
    readonly SERVICE_BINDINGS: { worker: string; binding: string; entrypoint: string }[]
  }
}
