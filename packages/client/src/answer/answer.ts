import type { Endpoint } from '@merchant-edge/contract'
import type { Envelope } from '@merchant-edge/contract/envelope'
import type { CommonRefusals, Refusal, RefusalKind } from '@merchant-edge/contract/refusals'

/** Fields that every answer has. */
export interface AnswerDetails {
  /** The service's own words; empty when it sent none. Not for machines. */
  readonly message: string
  /**
   * `meta.request_id`, which support asks for; undefined when the service sent none.
   *
   * @see Specification 4.11
   */
  readonly requestId?: string | undefined
  /** Number of requests sent until this answer, 1 or more. */
  readonly attempts: number
  /**
   * Whether an earlier request of this call got no answer and may have taken effect. A refusal "id
   * exists already" then means that the earlier request took effect; any other refusal does not
   * prove that nothing happened.
   */
  readonly repeatedAfterUnknown: boolean
  /**
   * HTTP status of an earlier response to this same call that was no answer of the service: a page
   * of a proxy, an empty 500, a body that broke off. The service may then have registered the id
   * and done nothing else, so that "exists already" proves nothing. Absent when earlier requests,
   * if any, got no response at all.
   */
  readonly unclearStatus?: number | undefined
}

/** The service accepted the request. */
export interface AcceptedAs<Code, Data> extends AnswerDetails {
  readonly outcome: 'accepted'
  /** The success code: 200, or one of several where an endpoint has them. */
  readonly code: Code
  /** `data` of the answer, validated. */
  readonly data: Data
}

/** The service refused the request with a code that the contract knows. */
export interface RefusedAs<Code, Row extends Refusal> extends AnswerDetails {
  readonly outcome: 'refused'
  /** `meta.code` of the answer. */
  readonly code: Code
  /** Stable name of the refusal, for `switch`. */
  readonly reason: Row['reason']
  /** Why the service refused, in one sentence. */
  readonly cause: Row['cause']
  /** What to do about it, in one sentence. */
  readonly remedy: Row['remedy']
  /**
   * Whether the same request may be sent again: never, at once under the same id, or minutes later.
   */
  readonly retry: Row['retry']
  /** Whether the request may have taken effect although it was refused. */
  readonly applied: Row['applied']
  /**
   * `not_processed`: rejected without processing because of key, signature, timestamp or nonce; the
   * same id can be used again.
   */
  readonly kind: RefusalKind
}

/**
 * The service answered with a code that no table lists. It is unknown whether the request took
 * effect: settle it as an unknown outcome.
 */
export interface Unlisted extends AnswerDetails {
  readonly outcome: 'unlisted'
  /** `meta.code` of the answer. */
  readonly code: number
  /** `data` of the answer, not validated. */
  readonly data: unknown
}

/** Constraint of a refusal table: every row is a refusal. */
export type RefusalRows<Table> = { readonly [Code in keyof Table]: Refusal }

/** Every accepted answer of an endpoint, discriminated by `code`. */
export type Accepted<Success> = {
  [Code in keyof Success]: AcceptedAs<Code, Success[Code]>
}[keyof Success]

/** Every refusal of one table, discriminated by `code` and `reason`. */
export type RefusedBy<Table extends RefusalRows<Table>> = {
  [Code in keyof Table]: RefusedAs<Code, Table[Code]>
}[keyof Table]

/** The common refusals whose codes have no meaning of their own in the endpoint's table. */
export type RefusedInCommon<Refusals> = Exclude<
  RefusedBy<CommonRefusals>,
  { readonly code: keyof Refusals }
>

/** Every refusal of an endpoint: its own table, then the common one. */
export type Refused<Refusals extends RefusalRows<Refusals>> =
  | RefusedBy<Refusals>
  | RefusedInCommon<Refusals>

/**
 * The answer of the service. `switch (answer.outcome)` distinguishes the three kinds; `answer.code`
 * narrows the data, `answer.reason` narrows the refusal.
 */
export type Answer<Success, Refusals extends RefusalRows<Refusals>> =
  | Accepted<Success>
  | Refused<Refusals>
  | Unlisted

/** The possible answers of one endpoint: `AnswerOf<typeof refundOrder>`. */
export type AnswerOf<Call> =
  Call extends Endpoint<infer _Request, infer Success, infer Refusals>
    ? Refusals extends RefusalRows<Refusals>
      ? Answer<Success, Refusals>
      : never
    : never

/** Any answer, for code that does not know the endpoint. */
export type AnyAnswer = AcceptedAs<number, unknown> | RefusedAs<number, Refusal> | Unlisted

/** An envelope of the service, before it is interpreted with the endpoint's tables. */
export interface ReceivedAnswer extends Omit<AnswerDetails, 'message' | 'requestId'> {
  readonly envelope: Envelope
}
