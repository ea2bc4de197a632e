import { openSource } from './csv/byte-source.ts'
import type { RowSource } from './engine/engine.ts'
import { orAborted } from './or-aborted.ts'
import type { OpenFile, ReconcileOptions } from './reconcile-options.ts'

/** Opens the spill of a run. */
export type OpenSpill = NonNullable<ReconcileOptions['openSpill']>

/**
 * The sources in the order in which they are read: the partner's first. The signal ends the wait
 * for each of them.
 */
export function rowSources({ partner, service, signal }: ReconcileOptions): RowSource[] {
  const source = (side: RowSource['side'], origin: RowSource['origin'], open: OpenFile) => ({
    side,
    origin,
    open: () => openSource(open, signal),
  })
  return (
    [
      ['partner', partner],
      ['service', service],
    ] as const
  ).flatMap(([side, { open, openCarried }]) => [
    source(side, 'file', open),
    ...(openCarried ? [source(side, 'carried', openCarried)] : []),
  ])
}

/** Opens a spill; the signal ends the wait for it, and closes what is opened later. */
export function spillOpener({ openSpill, signal }: ReconcileOptions): OpenSpill | undefined {
  if (openSpill === undefined) return undefined
  return () => orAborted(openSpill(), signal, (late) => late.close())
}
