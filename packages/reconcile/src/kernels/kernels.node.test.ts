import { expect, it } from 'vitest'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../index.ts'
import { kernelModuleBytes } from './kernel-module.ts'
import { simdKernels } from './kernels.ts'

it('takes a module that was compiled from its bytes beforehand', async () => {
  const kernelModule = await WebAssembly.compile(kernelModuleBytes())

  const { counts } = await reconcile({
    partner: { open: fileOf(partnerLine({ code: 'W1' })) },
    service: { open: fileOf(serviceLine({ code: 'W1' })) },
    key: testKey,
    kernelModule,
  })

  expect(counts).toEqual({ '00': 1, '01': 0, '02': 0, '03': 0 })
})

it('refuses a module that is another', () => {
  const another = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))

  expect(() => simdKernels(another)).toThrow('kernelModuleBytes()')
})
