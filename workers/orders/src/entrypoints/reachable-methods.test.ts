import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { reachable } from '../../test/reachable-methods.ts'
import * as worker from '../index.ts'

function methodsOf(entrypoint: string): string[] {
  const found: unknown = Reflect.get(worker, entrypoint)
  if (typeof found !== 'function') return []
  return Object.getOwnPropertyNames(found.prototype).filter((name) => name !== 'constructor')
}

describe('the entrypoints of the orders Worker', () => {
  it('are bound as wrangler.jsonc of each Worker says, one for each caller', () => {
    const bindings = env.SERVICE_BINDINGS.map(
      ({ worker: from, binding, entrypoint }) => `${from} ${binding} ${entrypoint}`,
    )

    expect(bindings.toSorted()).toEqual(Object.keys(reachable).toSorted())
  })

  it.each(Object.entries(reachable))('%s have the methods that are listed', (name, methods) => {
    expect(methodsOf(name.split(' ').at(-1) ?? '').toSorted()).toEqual(methods)
  })
})
