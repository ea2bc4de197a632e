import type { CallFailure, PortAnswer } from '../service/port-answer.ts'

/** Subjects of calls to the service. */
export type CalledAbout = 'order' | 'transfer' | 'link'

/** Endpoints whose calls are stored, by their names in the contract. */
export type CalledEndpoint =
  | 'createWebPayment'
  | 'createTqrOrder'
  | 'createTransactionOrder'
  | 'queryOrder'
  | 'refundOrder'
  | 'createOnlineTransaction'
  | 'confirmOnlineTransaction'
  | 'confirmOrder'
  | 'transferMoney'
  | 'linkWallet'
  | 'checkWalletLink'
  | 'unlinkWallet'

/** How the service answered a call, or why it is not known. @see PortAnswer */
export type CallOutcome = PortAnswer<unknown>['outcome']

/**
 * A call to the service, and its answer. It holds no token, no one-time code and no text of the
 * service.
 */
export interface ServiceCallView {
  /** From 1, in the order in which the calls of this order, transfer or link ended. */
  readonly number: number
  /** When it began, in seconds since 1970. */
  readonly at: number
  /** Duration including retries, in milliseconds. */
  readonly durationMs: number
  /** Name of the call in the merchant API. */
  readonly endpoint: CalledEndpoint
  /** What it was about: reference of an attempt or of a transfer, id of a refund or of a link. */
  readonly reference: string
  /**
   * `accepted`: the service accepted it; `refused`: it refused; `unlisted`: it answered with a code
   * that no table has; `unknown`: no trustworthy answer, and the call may have taken effect;
   * `not_sent`: nothing was sent.
   */
  readonly outcome: CallOutcome
  /**
   * `signed query`: the answer to an accepted query; `answer of the service`: any other answer; `no
   * answer of the service`: none was understood; `own record`: nothing was sent.
   */
  readonly known:
    | 'signed query'
    | 'answer of the service'
    | 'no answer of the service'
    | 'own record'
  /** Code of the answer; absent without one. */
  readonly code?: number
  /** Name of the refusal, or the state of the payment or link in the answer. */
  readonly said?: string
  /**
   * Why there was no answer, if known: `timeout`: not in time; `network`: no connection;
   * `not_the_service`: the response was not of the service; `aborted`: the caller ended it; `key`:
   * the key cannot be used.
   */
  readonly failure?: CallFailure
  /** HTTP status of a response that was no answer of the service, such as the page of a proxy. */
  readonly httpStatus?: number
  /**
   * `meta.request_id` of the answer, by which the service's support finds it.
   *
   * @see Specification 4.11
   */
  readonly requestId?: string
  /** Number of HTTP requests in this call, including retries; absent when unknown. */
  readonly requests?: number
}

/** Reading the calls to the service. */
export interface ServiceCallsApi {
  /**
   * The newest 50 calls to the service about an order, a transfer or a link, oldest first. A query
   * whose answer confirms the payment is not included, because its line in the timeline documents
   * it.
   *
   * @param id id of the order, the shop's own id of the transfer, or our id of the link
   */
  listServiceCalls(about: CalledAbout, id: string): Promise<readonly ServiceCallView[]>
}
