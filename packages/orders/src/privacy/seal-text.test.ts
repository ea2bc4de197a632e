import { describe, expect, it } from 'vitest'
import { openText, sealText } from './seal-text.ts'

const seal = { secret: 'a secret of the tests', owner: 'link-1' }

describe('sealText', () => {
  it('is opened with the same secret for the same owner only', async () => {
    const sealed = await sealText(seal, 'TOKEN-1 ✓')

    expect(await openText(seal, sealed)).toBe('TOKEN-1 ✓')
    expect(await openText({ ...seal, owner: 'link-2' }, sealed)).toBeUndefined()
    expect(await openText({ ...seal, secret: 'another secret' }, sealed)).toBeUndefined()
  })

  it('shows nothing of the text, and never looks the same twice', async () => {
    const [one, other] = [await sealText(seal, 'TOKEN-1'), await sealText(seal, 'TOKEN-1')]

    expect(one).not.toBe(other)
    expect(atob(one.slice(3).replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('TOKEN')
  })

  it('opens nothing that was changed', async () => {
    const sealed = await sealText(seal, 'TOKEN-1')
    const last = sealed.at(-6) === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, -6) + last + sealed.slice(-5)

    for (const text of [changed, sealed.slice(0, -4), 'v1.', 'v2.' + sealed.slice(3), '', 'v1.!']) {
      expect(await openText(seal, text)).toBeUndefined()
    }
  })
})
