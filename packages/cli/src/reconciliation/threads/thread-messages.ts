import type {
  ControlTotal,
  FileTally,
  Findings,
  PackedRows,
  RowException,
  RowSource,
  Selection,
} from '@merchant-edge/reconcile/engine'
import type { SentFailure } from './sent-failure.ts'
import type { SentSettings } from './start-thread.ts'

/** A source that the thread opens by itself. */
export interface ThreadSource extends Pick<RowSource, 'side' | 'origin'> {
  /** Paths of the parts of the file, in their order. */
  readonly paths: readonly string[]
}

/** The first message to a thread. */
export interface ThreadSetup {
  readonly settings: SentSettings
  readonly hashKey: Uint8Array<ArrayBuffer>
  readonly sources: readonly ThreadSource[]
  /** Whether it may spill into a temporary file of its own what does not fit into memory. */
  readonly hasSpill: boolean
}

/** An order to a thread; it carries out one after the other. */
export type ThreadOrder =
  | { readonly kind: 'check'; readonly source: number; readonly isRepeat: boolean }
  | { readonly kind: 'findings' }
  | { readonly kind: 'widen' }
  | { readonly kind: 'suspects'; readonly keys: Int32Array<ArrayBuffer> }
  | { readonly kind: 'collect'; readonly source: number; readonly selection: Selection }
  /** A report was read, and another may be sent. */
  | { readonly kind: 'more' }

/** A tally without what cannot be sent. */
export interface SentTally extends Omit<FileTally, 'totals'> {
  readonly totals: readonly ControlTotal[]
}

/** A message of the thread that may arrive at any time. */
export type ThreadNotice =
  /** Its modules are loaded. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'bytes'; readonly bytes: number; readonly rows: number }

/** What the thread reports of an order. */
export type ThreadReport =
  | {
      readonly kind: 'exceptions'
      readonly found: readonly RowException[]
      readonly tally: SentTally
    }
  | { readonly kind: 'checked'; readonly tally: SentTally }
  | { readonly kind: 'findings'; readonly findings: Findings }
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  | {
      readonly kind: 'collected'
      readonly now: Pick<FileTally, 'bytes' | 'contentSum'>
    }
  | SentFailure
