import { describe, expect, it } from 'vitest'
import { compiledModule } from '#compiled-module'
import { plainMd5 } from '../../test/plain-md5.ts'
import { messageBytes, scriptMd5Hasher, textMd5Hex } from '../checksum/md5.ts'
import { moduleMd5Hasher } from './module-md5.ts'
import { ModuleInstance } from './module-instance.ts'

function instanceOfModule(): ModuleInstance {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  return new ModuleInstance(module)
}

describe.each([
  ['in the module', () => moduleMd5Hasher(instanceOfModule())],
  ['in script', () => scriptMd5Hasher()],
])('MD5 %s', (_, createHasher) => {
  it('equals a plain MD5 for every length around block boundaries', () => {
    const hasher = createHasher()
    for (let length = 0; length < 200; length += 1) {
      const text = 'xyzä'.repeat(60).slice(0, length)
      expect(textMd5Hex(text, hasher)).toBe(plainMd5(text))
    }
  })

  it('is right for a text that is too long for its memory, and for the next one', () => {
    const hasher = createHasher()
    const long = 'ế'.repeat(messageBytes)
    expect(textMd5Hex(long, hasher)).toBe(plainMd5(long))
    expect(textMd5Hex('short', hasher)).toBe(plainMd5('short'))
  })
})
