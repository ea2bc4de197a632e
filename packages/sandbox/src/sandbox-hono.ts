import type { Sandbox } from './sandbox.ts'
import type { SandboxEnv } from './sandbox-env.ts'

/** Environment of every route of the sandbox: the routes find the opened sandbox in `c.var`. */
export interface SandboxHono {
  Bindings: SandboxEnv
  Variables: { sandbox: Sandbox }
}
