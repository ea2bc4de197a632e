import { env } from 'cloudflare:workers'
import { openSandbox } from '../src/open-sandbox.ts'
import type { Sandbox } from '../src/sandbox.ts'

/**
 * The sandbox of one request. Something else happens after the request has read and before it
 * writes.
 *
 * @param meanwhile runs once, directly before the first batch that is long enough
 * @param statements how many statements that batch has at least; 1 when left out
 */
export async function sandboxWith(
  meanwhile: () => Promise<unknown>,
  statements = 1,
): Promise<Sandbox> {
  const { DB } = env
  const waiting: (() => Promise<unknown>)[] = []
  const slow = new Proxy(DB, {
    get(target, name) {
      if (name === 'batch') {
        return async (batch: D1PreparedStatement[]) => {
          if (batch.length >= statements) await waiting.pop()?.()
          return target.batch(batch)
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const sandbox = await openSandbox({
    env: { ...env, DB: slow },
    origin: 'http://localhost',
    waitUntil: () => undefined,
  })
  // Opening the sandbox writes batches of its own.
  waiting.push(meanwhile)
  return sandbox
}
