import { open } from 'node:fs/promises'
import { checksumProfiles } from '@merchant-edge/reconcile'
import { compiledModule } from '../../packages/reconcile/src/module/compiled-module.ts'
import { setChecksums } from '../../packages/reconcile/src/module/configure-module.ts'
import { textBytes, textStart } from '../../packages/reconcile/src/module/memory-map.ts'
import { ModuleInstance } from '../../packages/reconcile/src/module/module-instance.ts'
import type { GeneratedFiles } from './generate-files.ts'

const measuredSeconds = 0.5

/** Processor time of this process, in seconds. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Rows in a second of processor time, on rows that are in the near caches. */
function rowsInASecond(work: () => number): number {
  let rows = 0
  const start = processorSeconds()
  let seconds = 0
  while (seconds < measuredSeconds) {
    rows += work()
    seconds = processorSeconds() - start
  }
  return rows / seconds
}

/**
 * The rows a second of a core that only finds records (step 1 of the comparison) and verifies their checksums (step 2), both
 * with the module of the package, on the first rows of a generated file.
 */
export async function measureLimit({ partnerFile, key }: GeneratedFiles): Promise<number> {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  const { call, views } = new ModuleInstance(module)
  setChecksums({ call, views }, { profile: checksumProfiles.record, keys: [key] })
  await using file = await open(partnerFile)
  const text = new Uint8Array(textBytes)
  const { bytesRead } = await file.read(text)
  views.all.set(text.subarray(0, bytesRead), textStart)
  const cut = () => {
    call.openText(1)
    call.addText(bytesRead)
    return call.findRecords()
  }
  const cutting = rowsInASecond(cut)
  const records = cut()
  const verifying = rowsInASecond(() => {
    call.verifyChecksums()
    return records
  })
  if (views.verified.subarray(0, records).every((one) => one === 0)) {
    throw new Error('No checksum is correct, so the measurement is invalid.')
  }
  return 1 / (1 / cutting + 1 / verifying)
}
