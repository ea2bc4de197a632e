import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checksumProfiles } from '@merchant-edge/reconcile'
import { createModuleEngine } from '@merchant-edge/reconcile/engine'
import { sharedColumnNames } from '@merchant-edge/reconcile/files'
import { fileSource } from '../../packages/cli/src/reconciliation/file-source.ts'
import { sha256Digest } from '../../packages/cli/src/reconciliation/sha256-digest.ts'
import { openSpillFile } from '../../packages/cli/src/reconciliation/spill-file.ts'
import type { GeneratedFiles } from './generate-files.ts'

// Only the first reading of `merchant-edge reconcile`, of both files on one thread; with `--comparison-only` without the
// SHA-256 of each file, which is for the manifest of a run.

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '' },
    'comparison-only': { type: 'boolean', default: false },
  },
})
const noDigest = () => ({ update: () => undefined, digest: () => '' })
const { partnerFile, serviceFile, key, expected }: GeneratedFiles = JSON.parse(
  await readFile(values.files, 'utf8'),
)
const engine = createModuleEngine({
  key,
  profile: checksumProfiles.record,
  compare: sharedColumnNames,
  header: 'refuse',
  createDigest: values['comparison-only'] ? noDigest : sha256Digest,
  openSpill: openSpillFile,
  onExceptions: () => undefined,
  onBytes: () => undefined,
})
if (engine === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
let badChecksums = 0
for (const [side, path] of [
  ['partner', partnerFile],
  ['service', serviceFile],
] as const) {
  const tally = await engine.check({ side, origin: 'file', open: () => fileSource(path) })
  badChecksums += tally.badChecksumRows
}
await engine.release()
if (badChecksums !== expected.badChecksums) {
  throw new Error(`${badChecksums} wrong checksums instead of ${expected.badChecksums}.`)
}
