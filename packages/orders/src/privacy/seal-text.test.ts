import { createKeyRing } from '@merchant-edge/signing/sealing'
import { describe, expect, it } from 'vitest'
import { openText, sealText, sealedPrefix } from './seal-text.ts'

const seal = { secret: 'a secret of the tests', owner: 'link-1' }
const changed = { ...seal, secret: 'another secret of the tests' }

describe('sealText', () => {
  it('can be opened only with the same secret for the same owner', async () => {
    const sealed = await sealText(seal, 'TOKEN-1 ✓')

    expect(await openText(seal, sealed)).toEqual({ text: 'TOKEN-1 ✓', isCurrent: true })
    expect(await openText({ ...seal, owner: 'link-2' }, sealed)).toBeUndefined()
    expect(await openText(changed, sealed)).toBeUndefined()
  })

  it('reveals nothing of the text, and never returns the same value twice', async () => {
    const [one, other] = [await sealText(seal, 'TOKEN-1'), await sealText(seal, 'TOKEN-1')]

    expect(one).not.toBe(other)
    const [, body = ''] = one.split('.')
    expect(atob(body.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('TOKEN')
  })

  it('cannot be opened after any change', async () => {
    const sealed = await sealText(seal, 'TOKEN-1')
    const last = sealed.at(-6) === 'A' ? 'B' : 'A'
    const tampered = sealed.slice(0, -6) + last + sealed.slice(-5)

    for (const text of [
      tampered,
      sealed.slice(0, -4),
      'v1.',
      'v9.' + sealed.slice(3),
      '',
      'v1.!',
    ]) {
      expect(await openText(seal, text)).toBeUndefined()
    }
  })
})

describe('a changed secret', () => {
  it('opens what the previous one sealed, and asks for resealing', async () => {
    const sealed = await sealText(seal, 'TOKEN-1')
    const both = { ...changed, previousSecret: seal.secret }
    const again = await sealText(both, 'TOKEN-1')

    expect(await openText(both, sealed)).toEqual({ text: 'TOKEN-1', isCurrent: false })
    expect(await openText(both, again)).toEqual({ text: 'TOKEN-1', isCurrent: true })
    expect(await openText(changed, again)).toEqual({ text: 'TOKEN-1', isCurrent: true })
    expect(await openText(seal, again)).toBeUndefined()
  })

  it.each([
    ['the secret', seal],
    ['the one before', { ...changed, previousSecret: seal.secret }],
  ])('opens what %s sealed before secrets had ids', async (_which, secrets) => {
    const first = createKeyRing('merchant-edge sealed text', [{ id: 'v1', secret: seal.secret }])
    const sealed = await first.seal('TOKEN-1', seal.owner)

    expect(await openText(secrets, sealed)).toEqual({ text: 'TOKEN-1', isCurrent: false })
  })

  it('is distinguished from the previous one by the prefix of a sealed text', async () => {
    const prefixes = [await sealedPrefix(seal.secret), await sealedPrefix(changed.secret)]

    expect(prefixes[0]).toMatch(/^v2-[0-9a-f]{8}\.$/)
    expect(prefixes[0]).not.toBe(prefixes[1])
    expect((await sealText(seal, 'TOKEN-1')).startsWith(prefixes[0] ?? '-')).toBe(true)
  })
})
