import type { TillEnv } from '../src/till-env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends TillEnv {}
  }
}
