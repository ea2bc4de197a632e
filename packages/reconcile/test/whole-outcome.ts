import type { ReconcileOptions } from '../src/reconcile-options.ts'
import { reconcile } from '../src/reconcile.ts'
import { type engineNames, engines } from './engines.ts'
import { testKey } from './file-text.ts'
import { sink, sourceOf } from './sink.ts'

/** Everything that a run with this engine, or with that of the options, tells and writes, or the error that stopped it. */
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
      ...extra,
      partner: { open: sourceOf(files.partner, pieceBytes) },
      service: { open: sourceOf(files.service, pieceBytes) },
      result: outputs.result.stream,
      exceptions: outputs.exceptions.stream,
    })
    const texts = [outputs.result.text(), outputs.exceptions.text()]
    return { found, runId: manifest.runId, inputs: manifest.inputs, texts }
  } catch (error) {
    return String(error)
  }
}
