import { describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { rpModules } from '../test/rp-modules.ts'

/**
 * The relying-party modules of the OpenID conformance suite as data, each against an identity server
 * that errs in exactly that way. The suite's own verdict and ours stand side by side.
 */
describe('relying-party modules', () => {
  // Specification: 1.30, 1.31
  it.each(rpModules)('$name: $verdict', async ({ suite, verdict, run }) => {
    const provider = await FaultProvider.start()

    const outcome = await run(provider)

    expect(outcome).toBe(verdict)
    if (suite !== 'either') expect(outcome === 'accepted').toBe(suite === 'accept')
  })

  it('lists every module once', () => {
    const names = rpModules.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(58)
  })
})
