import type { ReconcileOptions } from '../src/reconcile-options.ts'
import { reconcile } from '../src/reconcile.ts'
import { type engineNames, engines, placingEngine } from './engines.ts'
import { testKey } from './file-text.ts'
import { memorySpill } from './memory-spill.ts'
import { PlacedFile, sink, sourceOf } from './sink.ts'

/**
 * The result of {@link wholeOutcome} if rows are fetched by their places. It must be that of engines that read the files
 * twice.
 */
export async function placedOutcome(
  files: { partner: Uint8Array; service: Uint8Array },
  { pieceBytes, ...extra }: Partial<ReconcileOptions> & { pieceBytes?: number } = {},
): Promise<unknown> {
  const [partner, service] = [files.partner, files.service].map(
    (content) => new PlacedFile(content, pieceBytes),
  )
  return await wholeOutcome('module', files, {
    engine: placingEngine,
    openSpill: memorySpill().open,
    ...extra,
    ...(partner && { partner: { open: partner.open } }),
    ...(service && { service: { open: service.open } }),
  })
}

/** All results and outputs of a run with this engine, or with that of the options, or the error that stopped it. */
export async function wholeOutcome(
  name: (typeof engineNames)[number],
  files: { partner: Uint8Array; service: Uint8Array },
  { pieceBytes = 1 << 16, ...extra }: Partial<ReconcileOptions> & { pieceBytes?: number } = {},
): Promise<unknown> {
  const outputs = { result: sink(), exceptions: sink() }
  try {
    const { manifest, ...found } = await reconcile({
      key: testKey,
      force: true,
      engine: engines[name],
      partner: { open: sourceOf(files.partner, pieceBytes) },
      service: { open: sourceOf(files.service, pieceBytes) },
      ...extra,
      result: outputs.result.stream,
      exceptions: outputs.exceptions.stream,
    })
    const texts = [outputs.result.text(), outputs.exceptions.text()]
    return { found, runId: manifest.runId, inputs: manifest.inputs, texts }
  } catch (error) {
    return String(error)
  }
}
