import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { systemHostClock } from '../src/clock/host-clock.ts'
import { createSandboxApp } from '../src/app.ts'
import type { SandboxEnv } from '../src/sandbox-env.ts'

/** A sandbox on an origin of its own, with a secret. */
export const deployed = {
  SANDBOX_URL: 'https://sandbox.example',
  CONTROL_SECRET: 'a-secret-of-this-test',
}

/** A request to the sandbox with some variables of its own. */
export interface DeployedRequest extends RequestInit {
  /** The variables of {@link deployed} when left out. */
  readonly variables?: Partial<SandboxEnv>
  /** The origin of the request; that of {@link deployed} when left out. */
  readonly origin?: string
  /** Milliseconds by which the host clock is ahead. */
  readonly laterMs?: number
}

// A new application compiles the look-up of all its routes at its first request, which costs more than the request.
const apps = new Map<number, ReturnType<typeof createSandboxApp>>()

/** The sandbox with a host clock that is ahead. */
function appAt(laterMs: number): ReturnType<typeof createSandboxApp> {
  const known = apps.get(laterMs)
  if (known !== undefined) return known
  const nowMs = () => systemHostClock.nowMs() + laterMs
  const app = createSandboxApp({ host: { ...systemHostClock, nowMs } })
  apps.set(laterMs, app)
  return app
}

/**
 * Sends a request to the sandbox with the variables of a deployed Worker; does not follow
 * redirects.
 */
export async function ask(path: string, request: DeployedRequest = {}): Promise<Response> {
  const { variables = deployed, origin = deployed.SANDBOX_URL, laterMs = 0, ...init } = request
  const context = createExecutionContext()
  const asked = new Request(origin + path, { redirect: 'manual', ...init })
  const answer = await appAt(laterMs).fetch(asked, { ...env, ...variables }, context)
  await waitOnExecutionContext(context)
  return answer
}

/** Sends a form from a page of the sandbox. */
export function send(
  path: string,
  fields: Readonly<Record<string, string>>,
  request: DeployedRequest = {},
): Promise<Response> {
  const { origin = deployed.SANDBOX_URL } = request
  const sent = new Headers(request.headers)
  sent.set('origin', origin)
  sent.set('content-type', 'application/x-www-form-urlencoded')
  return ask(path, {
    ...request,
    method: 'POST',
    headers: sent,
    body: new URLSearchParams(fields).toString(),
  })
}
