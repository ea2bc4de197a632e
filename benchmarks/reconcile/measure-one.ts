import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { parseArgs } from 'node:util'
import { reconcile } from '@merchant-edge/reconcile'
import type { GeneratedFiles } from './generate-files.ts'
import { openFile } from './open-file.ts'

/** What one process measured of itself. */
export interface Measured {
  readonly seconds: number
  readonly peakBytes: number
  readonly counts: GeneratedFiles['expected']['counts']
  readonly badChecksums: number
}

function ours(files: GeneratedFiles) {
  // As `merchant-edge reconcile` does.
  setFlagsFromString('--semi-space-growth-factor=1')
  return async () => {
    const { counts, exceptions } = await reconcile({
      partner: { open: () => openFile(files.partnerFile) },
      service: { open: () => openFile(files.serviceFile) },
      key: files.key,
      // What is written counts to the time and to the memory of whoever compares.
      result: new WritableStream(),
      exceptions: new WritableStream(),
      createDigest() {
        const hash = createHash('sha256')
        return {
          update: (bytes) => void hash.update(bytes),
          digest: () => hash.digest('hex'),
        }
      },
    })
    return { counts, badChecksums: exceptions.bad_checksum }
  }
}

/** Loaded only where it is measured: its library would count to our memory. */
async function duckdb(files: GeneratedFiles) {
  const { duckdbReconciliation } = await import('./duckdb-reconciliation.ts')
  return () => duckdbReconciliation(files, 2)
}

/**
 * Peak memory of this process. Linux counts to maxRSS what the parent had when it started us, but not
 * to the high-water mark of our own memory.
 */
async function peakMemory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? process.resourceUsage().maxRSS * 1024 : Number(kilobytes) * 1024
}

const { values } = parseArgs({
  options: { files: { type: 'string', default: '' }, engine: { type: 'string', default: 'ours' } },
})
const files: GeneratedFiles = JSON.parse(await readFile(values.files, 'utf8'))
const work = values.engine === 'ours' ? ours(files) : await duckdb(files)
const started = performance.now()
const outcome = await work()
const measured: Measured = {
  seconds: (performance.now() - started) / 1000,
  peakBytes: await peakMemory(),
  ...outcome,
}
console.log(JSON.stringify(measured))
