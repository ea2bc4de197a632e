import {
  type CheckOrder,
  type CollectedRange,
  type CollectOrder,
  collectRange,
  createModuleEngine,
  type ModuleEngine,
} from '@merchant-edge/reconcile/engine'
import { checkArguments } from '@merchant-edge/signing/options'
import { comparedColumns, headerOf, type DailyFilesSettings } from '../daily-files-context.ts'
import { nativeDigest } from '../bucket/native-digest.ts'
import { rangedFile } from './open-range.ts'
import type { CheckedRange, RangedRun } from './range-invocations.ts'

async function withEngine<Result>(
  settings: DailyFilesSettings,
  { hashKey }: RangedRun,
  work: (engine: ModuleEngine) => Promise<Result>,
): Promise<Result> {
  const { checksumKey, checksumKeyPrevious, profile, compare = comparedColumns } = settings
  const engine = createModuleEngine(
    {
      key: checksumKey,
      ...(checksumKeyPrevious !== undefined && { previousKey: checksumKeyPrevious }),
      profile,
      compare,
      header: headerOf(settings),
      createDigest: nativeDigest,
      onExceptions: () => undefined,
      onBytes: () => undefined,
    },
    { hashKey },
  )
  if (engine === undefined) throw new TypeError('This runtime has no WebAssembly with SIMD.')
  try {
    return await work(engine)
  } finally {
    await engine.release()
  }
}

/** First reading of a range of a run's file, called by the invocation that compares the files. */
export function checkRangeOfRun(
  settings: DailyFilesSettings,
  run: RangedRun,
  order: CheckOrder,
): Promise<CheckedRange> {
  checkArguments('checkRangeOfRun', { settings, run, order })
  return withEngine(settings, run, async (engine) => {
    const file = rangedFile(settings.bucket, order.side, run[order.side])
    return { found: await engine.checkRange(file, order), codes: engine.takeCodes() }
  })
}

/** Second reading of a range of a run's file, called by the invocation that compares the files. */
export function collectRangeOfRun(
  settings: DailyFilesSettings,
  run: RangedRun,
  work: { readonly order: CollectOrder; readonly suspects: Int32Array<ArrayBuffer> },
): Promise<CollectedRange> {
  checkArguments('collectRangeOfRun', { settings, run, work })
  const { order, suspects } = work
  return withEngine(settings, run, (engine) => {
    engine.takeSuspects(suspects)
    return collectRange(engine, rangedFile(settings.bucket, order.side, run[order.side]), order)
  })
}
