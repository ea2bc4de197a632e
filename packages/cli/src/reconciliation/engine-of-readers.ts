import type { ReconcileOptions } from '@merchant-edge/reconcile'
import { singleThreadEngine } from './single-thread-engine.ts'
import type { FileForm, Readers } from './start-readers.ts'
import { rangedEngine } from './threads/range-threads.ts'
import { threadedEngine } from './threads/threaded-engine.ts'

/** The files of the service, and whether every row is compared. */
interface EngineWishes {
  readonly service: FileForm
  readonly carryService: FileForm | undefined
  readonly areAllCompared: boolean
}

/** The engine whose rows these threads read; undefined for the built-in engine. */
export function engineOf(
  readers: Readers,
  { service, carryService, areAllCompared }: EngineWishes,
): ReconcileOptions['engine'] {
  if (readers.kind === 'one-thread') return areAllCompared ? undefined : singleThreadEngine
  if (readers.kind === 'ranges') return rangedEngine(readers.files, readers.count)
  return threadedEngine(readers.sideThread, [
    { side: 'service', origin: 'file', paths: service.paths },
    ...(carryService === undefined
      ? []
      : [{ side: 'service', origin: 'carried', paths: carryService.paths } as const]),
  ])
}
