// @merchant-edge/sandbox: the service as a Hono application over a D1 database.

export { createSandboxApp, type SandboxAppOptions } from './app.ts'
export type { SandboxHono } from './sandbox-hono.ts'
export { openSandbox, type SandboxOpening } from './open-sandbox.ts'
export type { Sandbox } from './sandbox.ts'
export type { SandboxEnv } from './sandbox-env.ts'
