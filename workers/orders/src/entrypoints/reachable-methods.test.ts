import { env, WorkerEntrypoint } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { reachable } from '../../test/reachable-methods.ts'
import * as worker from '../index.ts'

/** All methods of an entrypoint, also those that it inherits: a caller reaches them too. */
function methodsOf(entrypoint: string): string[] {
  const found: unknown = Reflect.get(worker, entrypoint)
  if (typeof found !== 'function') return []
  const methods: string[] = []
  for (
    let prototype: object | null = found.prototype;
    prototype !== null && prototype !== WorkerEntrypoint.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    methods.push(...Object.getOwnPropertyNames(prototype))
  }
  return methods.filter((name) => name !== 'constructor')
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
