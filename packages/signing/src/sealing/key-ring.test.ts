import { describe, expect, it } from 'vitest'
import { createKeyRing } from './key-ring.ts'

const old = { id: 'old', secret: 'o'.repeat(32) }
const current = { id: 'new', secret: 'n'.repeat(32) }
const use = 'tests'

describe('createKeyRing', () => {
  it('opens what it sealed, in the same context only', async () => {
    const ring = createKeyRing(use, [current])

    const sealed = await ring.seal('sữa đá', 'one')

    expect(sealed).toMatch(/^new\.[\w-]+$/)
    expect(await ring.open(sealed, 'one')).toBe('sữa đá')
    expect(await ring.open(sealed, 'two')).toBeUndefined()
  })

  it('does not open what was sealed for another use of the same secret', async () => {
    const sealed = await createKeyRing(use, [current]).seal('text', 'one')

    expect(await createKeyRing('other', [current]).open(sealed, 'one')).toBeUndefined()
  })

  it('seals with the first key, and opens with each', async () => {
    const sealed = await createKeyRing(use, [old]).seal('text', 'one')
    const both = createKeyRing(use, [current, old])

    expect(await both.open(sealed, 'one')).toBe('text')
    expect(await both.seal('text', 'one')).toMatch(/^new\./)
    expect(await createKeyRing(use, [current]).open(sealed, 'one')).toBeUndefined()
  })

  it('opens with each of two keys that share an id', async () => {
    const before = { ...old, id: 'new' }
    const sealed = await createKeyRing(use, [before]).seal('text', 'one')
    const both = createKeyRing(use, [current, before])

    expect(await both.open(sealed, 'one')).toBe('text')
    expect(await both.open(await both.seal('other', 'one'), 'one')).toBe('other')
    expect(await createKeyRing(use, [current]).open(sealed, 'one')).toBeUndefined()
  })

  // Made with hkdfSync and createCipheriv of node:crypto; stored texts must stay readable.
  it('opens what an earlier version sealed', async () => {
    const sealed = 'new.AAAAAAAAAAAAAAAAswy2lQZRUp9fjFoeUCa2PL4Fl70'

    expect(await createKeyRing(use, [current]).open(sealed, 'one')).toBe('text')
  })

  it('does not open a text that was changed at any position', async () => {
    const ring = createKeyRing(use, [current])
    const sealed = await ring.seal('text', 'one')

    for (let index = 4; index < sealed.length; index += 1) {
      const letter = sealed[index] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, index) + letter + sealed.slice(index + 1)
      expect(await ring.open(changed, 'one')).toBeUndefined()
    }
  })

  it('does not open a text with an addition before or after it', async () => {
    const ring = createKeyRing('use', [{ id: 'new', secret: 'n'.repeat(32) }])
    const sealed = await ring.seal('text', 'context')

    expect(await ring.open(sealed, 'context')).toBe('text')
    for (const changed of [`!${sealed}`, ` ${sealed}`, `${sealed}!`, `${sealed}\n`]) {
      expect(await ring.open(changed, 'context')).toBeUndefined()
    }
  })

  it.each(['', '.', 'new.', 'new.AAAA', `new.${'A'.repeat(60)}`, 'new.!!!'])(
    'does not open %j',
    async (text) => {
      expect(await createKeyRing(use, [current]).open(text, 'one')).toBeUndefined()
    },
  )

  it('refuses a ring without a key, and an id with a full stop', () => {
    expect(() => createKeyRing(use, [])).toThrow(TypeError)
    expect(() => createKeyRing(use, [{ id: 'a.b', secret: 'x'.repeat(32) }])).toThrow(TypeError)
  })

  it.each(['', 'x'.repeat(15), undefined, null])('refuses the secret %j', (secret) => {
    // As plain JavaScript has it when a setting is missing.
    const key = { id: 'a', secret: 's'.repeat(32) }
    Reflect.set(key, 'secret', secret)

    expect(() => createKeyRing(use, [current, key])).toThrow(TypeError)
    expect(() => createKeyRing(use, [current, key])).toThrow('"a"')
  })

  it('refuses a missing id', () => {
    const key = { id: 'a', secret: 's'.repeat(32) }
    Reflect.set(key, 'id', undefined)

    expect(() => createKeyRing(use, [key])).toThrow(/^The id/)
  })

  // Else it would be sealed as an empty text, and the value of the caller would be lost.
  it.each([
    ['text', [undefined, 'one']],
    ['text', [{ token: 'T' }, 'one']],
    ['context', ['TOKEN-1', undefined]],
  ])('refuses to seal when the %s is not a text', async (name, given) => {
    const ring = createKeyRing(use, [current])
    const sealing = Reflect.apply(
      async (text: string, context: string) => ring.seal(text, context),
      undefined,
      given,
    )

    await expect(sealing).rejects.toThrow(`${name} must be a text`)
  })
})
