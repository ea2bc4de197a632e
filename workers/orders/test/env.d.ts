declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../src/index.ts')
  }
  interface Env extends Readonly<import('../src/orders-env.ts').OrdersEnv> {
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
