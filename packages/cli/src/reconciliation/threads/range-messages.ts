import type {
  CheckOrder,
  CollectedRange,
  CollectOrder,
  RangeFindings,
  SampledCodes,
} from '@merchant-edge/reconcile/engine'
import type { SentFailure } from './sent-failure.ts'
import type { SentSettings } from './start-thread.ts'

/** A file that the thread opens by itself. */
export interface RangedPath {
  readonly side: CheckOrder['side']
  readonly path: string
  readonly sizeBytes: number
}

/** What a thread is started with. */
export interface RangeSetup {
  readonly settings: SentSettings
  readonly hashKey: Uint8Array<ArrayBuffer>
  readonly files: readonly RangedPath[]
}

/** An order to a thread; it carries out one after the other, and reports each. */
export type RangeOrder =
  | { readonly kind: 'check'; readonly order: CheckOrder }
  | { readonly kind: 'collect'; readonly order: CollectOrder }
  | { readonly kind: 'suspects'; readonly keys: Int32Array<ArrayBuffer> }
  | { readonly kind: 'codes' }

/** What a thread reports of an order. */
export type RangeReport =
  | { readonly kind: 'check'; readonly found: RangeFindings }
  | { readonly kind: 'collect'; readonly found: CollectedRange }
  | { readonly kind: 'suspects' }
  | { readonly kind: 'codes'; readonly found: SampledCodes }
  | SentFailure
