import type { endpoints } from '@merchant-edge/contract'

/**
 * A value of a step; texts may hold placeholders such as `{storeCode}`, `{id:pay}` or `{now-60}`.
 */
export type StepValue =
  | string
  | number
  | boolean
  | null
  | readonly StepValue[]
  | { readonly [name: string]: StepValue }

/** A request to the control API. */
export interface ControlStep {
  readonly control: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /control/${string}`
  readonly body?: StepValue
}

/** A signed request to an endpoint. */
export interface CallStep {
  readonly call: keyof typeof endpoints
  /** Fields that differ from an ordinary request; null leaves one out. */
  readonly fields?: { readonly [name: string]: StepValue }
  /** What is signed instead of what is sent. */
  readonly sign?: {
    readonly path?: string
    readonly keyCode?: string
    readonly nonce?: string
    readonly timestamp?: string
  }
  /** Headers that replace those of the signed request; null leaves one out. */
  readonly headers?: { readonly [name: string]: string | null }
}

/** One step of a recipe. */
export type Step = ControlStep | CallStep

/** How to get one code out of a fresh sandbox: the answer of the last step carries it. */
export interface Recipe {
  readonly code: number
  /** Table of the specification that lists the code. */
  readonly table:
    | 'common'
    | 'refund'
    | 'transfer'
    | 'voucher'
    | 'membership'
    | 'gift-code'
    | 'top-up'
    | 'gateway-member'
    | 'gateway-top-up'
    | 'gateway-gift-code'
  /**
   * Whether the code follows from the content of the request, from the state of the sandbox, or
   * from a magic value.
   */
  readonly by: 'request' | 'state' | 'magic value'
  /** How to get it, in one sentence. */
  readonly how: string
  readonly steps: readonly Step[]
}
