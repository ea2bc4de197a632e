import type { Endpoint } from '@merchant-edge/contract'
import type { Envelope } from '@merchant-edge/contract/envelope'
import type { CommonRefusals, Refusal, RefusalKind } from '@merchant-edge/contract/refusals'

/** Fields that every answer has. */
export interface AnswerDetails {
  /** The service's own words; empty when it sent none. Not for machines. */
  readonly message: string
  /** `meta.request_id`, which support asks for; undefined when the service sent none. @see Specification 4.11 */
  readonly requestId?: string | undefined
  /** How many requests went out until this answer came, 1 or more. */
  readonly attempts: number
  /**
   * Whether an earlier request of this same call got no answer and may have taken effect. A refusal
   * that says that the id exists already then means that the earlier request has landed, and any other
   * refusal does not prove that nothing happened.
   */
  readonly repeatedAfterUnknown: boolean
  /**
   * HTTP status of an earlier response to this same call that was no answer of the service: a page of a
   * proxy, an empty 500, a body that broke off. The service may then have registered the id and done
   * nothing else, so that "exists already" proves nothing. Left out when earlier requests, if there were
   * any, met silence.
   */
  readonly unclearStatus?: number
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
  /** Whether the same request may be sent again: never, at once under the same id, or minutes later. */
  readonly retry: Row['retry']
  /** Whether the request may have taken effect although it was refused. */
  readonly applied: Row['applied']
  /** `not_processed`: turned away unread for its key, signature, timestamp or nonce; the same id stays usable. */
  readonly kind: RefusalKind
}

/**
 * The service answered with a code that stands in no table. Whether the request took effect is not
 * known: settle it as an unknown outcome.
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

/** Every way in which an endpoint accepts, told apart by `code`. */
export type Accepted<Success> = {
  [Code in keyof Success]: AcceptedAs<Code, Success[Code]>
}[keyof Success]

/** Every refusal of one table, told apart by `code` and by `reason`. */
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
 * The answer of the service. `switch (answer.outcome)` tells the three apart; `answer.code` narrows the
 * data, `answer.reason` narrows the refusal.
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

/** An envelope of the service, before it is read with the endpoint's tables. */
export interface ReceivedAnswer extends Omit<AnswerDetails, 'message' | 'requestId'> {
  readonly envelope: Envelope
}
