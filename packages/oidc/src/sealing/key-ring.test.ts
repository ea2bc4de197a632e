import { describe, expect, it } from 'vitest'
import { createKeyRing } from './key-ring.ts'

const old = { id: 'old', secret: 'o'.repeat(32) }
const current = { id: 'new', secret: 'n'.repeat(32) }

describe('createKeyRing', () => {
  it('opens what it sealed, for the same purpose only', async () => {
    const ring = createKeyRing([current])

    const sealed = await ring.seal('sữa đá', 'one')

    expect(sealed).toMatch(/^new\.[\w-]+$/)
    expect(await ring.open(sealed, 'one')).toBe('sữa đá')
    expect(await ring.open(sealed, 'two')).toBeUndefined()
  })

  it('seals with the first key and opens with each', async () => {
    const sealed = await createKeyRing([old]).seal('text', 'purpose')
    const both = createKeyRing([current, old])

    expect(await both.open(sealed, 'purpose')).toBe('text')
    expect(await both.seal('text', 'purpose')).toMatch(/^new\./)
    expect(await createKeyRing([current]).open(sealed, 'purpose')).toBeUndefined()
  })

  it('does not open with another key of the same id', async () => {
    const sealed = await createKeyRing([old]).seal('text', 'purpose')

    const other = createKeyRing([{ id: 'old', secret: 'p'.repeat(32) }])
    expect(await other.open(sealed, 'purpose')).toBeUndefined()
  })

  it('never seals a text to the same result twice', async () => {
    const ring = createKeyRing([current])

    expect(await ring.seal('text', 'purpose')).not.toBe(await ring.seal('text', 'purpose'))
  })

  it.each([
    ['no key', []],
    ['no list', undefined],
    ['a secret in place of the list', 'x'.repeat(32)],
    ['a short secret', [{ id: 'a', secret: 'short' }]],
    ['a secret of 31 characters', [{ id: 'a', secret: 'x'.repeat(31) }]],
    ['an id with a dot', [{ id: 'a.b', secret: 'x'.repeat(32) }]],
  ])('refuses %s and names the option, without quoting a secret', (_, keys) => {
    const make = () => Reflect.apply(createKeyRing, undefined, [keys])

    expect(make).toThrow(/^(?!.*short$).*(key ring|sealing key)/)
    expect(make).toThrow(TypeError)
  })

  it.each(['', '.', 'new.', 'new.AAAA', `new.${'A'.repeat(60)}`, 'new.!!!'])(
    'opens nothing from %j',
    async (text) => {
      expect(await createKeyRing([current]).open(text, 'purpose')).toBeUndefined()
    },
  )
})
