import type { Clock } from './clock.ts'
import type { Driver } from './database/driver.ts'
import type { WebhookEndpoint } from './events/webhook-endpoint.ts'
import type { Budget } from './pacing/budget.ts'
import type { Retention } from './personal-data/personal-data-api.ts'
import type { PaymentPort } from './service/payment-port.ts'
import type { Stores } from './stores/stores.ts'
import type { TransferLimits } from './transfers/transfers-api.ts'

/** A line of the log: `code` says in snake_case what happened, the other fields are its data. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly code: string }

/** The context that a change of state needs: the database, and the webhook endpoints. */
export type StoreContext = Pick<OrdersContext, 'database' | 'driver' | 'endpoints'>

/** Everything the operations on orders need from outside. */
export interface OrdersContext extends Clock {
  /** The D1 database with this package's migrations applied. */
  readonly database: D1Database
  /**
   * Runs the transitions of an invocation, several in one batch. Without a driver each transition
   * has its own batch.
   */
  readonly driver?: Driver
  /**
   * Remaining budget of the invocation; background work stops before it is used up. Without it
   * nothing is counted.
   */
  readonly budget?: Budget
  /**
   * Awaited before each piece of background work, so that the recording of callbacks has priority
   * on the shared database. It returns whether it had to wait; the next batch is then a small one.
   * While callbacks keep arriving, the piece waits for `spacingMs` milliseconds, and longer when the
   * thread is busy.
   */
  readonly yieldToCallbacks?: (spacingMs?: number) => Promise<boolean>
  /** The calls to the wallet service. */
  readonly port: PaymentPort
  /** Sends events to the shop's backend. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Writes a log line: a stable `code` and its details, without secrets. Without it nothing is
   * logged.
   */
  readonly log?: (line: LogLine) => void
  /** Returns a random number in [0, 1), used for references and jitter. */
  readonly random: () => number
  /** Secret of the tokens in callback addresses. */
  readonly callbackSecret: string
  /** The previous secret, while callbacks to addresses made with it may still arrive. */
  readonly callbackSecretPrevious?: string | undefined
  /** Origin that receives payment callbacks, without a slash at the end. */
  readonly ipnUrl: string
  /** Origin of the checkout, to which the customer returns. */
  readonly checkoutUrl: string
  /**
   * The webhook endpoints; each gets its own copy of an event. Without any endpoint, events are
   * stored but not sent.
   */
  readonly endpoints: readonly WebhookEndpoint[]
  /** Origins that the `returnUrl` of an order may have. */
  readonly returnOrigins: readonly string[]
  /**
   * Allowed origins of the hosted payment page and of the page that links a wallet; without it any
   * https or loopback origin is allowed.
   */
  readonly paymentOrigins?: readonly string[]
  /**
   * Secret that seals (encrypts) the tokens of linked wallets, at least 16 characters. Without it
   * no wallet can be linked.
   */
  readonly linkSecret?: string
  /**
   * The previous secret, until every token is sealed with `linkSecret`; each sweep reseals some of
   * them.
   */
  readonly linkSecretPrevious?: string | undefined
  /**
   * Minutes for which money of a linked wallet may be held before an alert is raised; after twice
   * this time it is released. 1,440 when left out.
   */
  readonly holdMinutes?: number
  /**
   * The stores and terminals that orders may name; without it no order names a store, and all use
   * the store configured in the port.
   */
  readonly stores?: Stores
  /** Limits of transfers; without it there is no limit. */
  readonly transferLimits?: TransferLimits | undefined
  /**
   * Maximum that operators may refund of an order without a second person, in whole VND; without it
   * there is no limit. Points count with their value in VND.
   */
  readonly approvalLimitVnd?: number | undefined
  /**
   * Balance of the merchant's account, in whole VND, below which a transfer raises an alert;
   * without it no alert is raised.
   */
  readonly lowBalanceVnd?: number | undefined
  /** Retention periods of personal data; kept for ever when left out. */
  readonly retention?: Retention
  /** Maximum rows of each kind that one sweep processes; 500 when left out. */
  readonly sweepRows?: number
  /**
   * Statements that D1 allows per Worker invocation, at least 300; 1,000 when left out, as on the
   * paid plan. The 50 statements of the free plan are not enough and are rejected.
   */
  readonly statementsPerInvocation?: number
}
