import { Sha256 } from '../checksum/sha256.ts'
import type { FileTally } from '../engine/engine.ts'
import type { WrittenOutput } from '../output/text-writer.ts'
import type { CheckedOptions } from './check-options.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Manifest, ManifestInput, OutputName } from './reconciliation.ts'

function manifestInput(tally: FileTally, options: ReconcileOptions): ManifestInput {
  const { side, origin, bytes, sha256, rows, goodRows, badChecksumRows, malformedRows } = tally
  const name = origin === 'file' ? options[side].name : undefined
  return {
    side,
    origin,
    ...(name !== undefined && { name }),
    bytes,
    sha256,
    rows,
    goodRows,
    badChecksumRows,
    malformedRows,
    isHeaderSkipped: tally.isHeaderSkipped,
  }
}

/** Writes down what a run was made from and what it made. */
export function buildManifest(
  { options, checked, day }: { options: ReconcileOptions; checked: CheckedOptions; day?: string },
  tallies: readonly FileTally[],
  outputs: Readonly<Partial<Record<OutputName, WrittenOutput>>>,
): Manifest {
  const { profile, rules } = checked
  const inputs = tallies.map((tally) => manifestInput(tally, options))
  const settings = {
    ...(day !== undefined && { day }),
    profile: profile.name,
    rules,
    isExact: options.exact === true,
    isAll: options.all === true,
  }
  const digest = new Sha256()
  const content = {
    sums: inputs.map(({ side, origin, sha256 }) => [side, origin, sha256]),
    settings,
  }
  digest.update(new TextEncoder().encode(JSON.stringify({ ...content, profile })))
  return { runId: digest.digest().slice(0, 32), inputs, outputs, ...settings }
}
