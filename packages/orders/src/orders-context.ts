import type { Clock } from './clock.ts'
import type { Driver } from './database/driver.ts'
import type { WebhookEndpoint } from './events/webhook-endpoint.ts'
import type { Budget } from './pacing/budget.ts'
import type { Retention } from './personal-data/personal-data-api.ts'
import type { PaymentPort } from './service/payment-port.ts'
import type { Stores } from './stores/stores.ts'
import type { TransferLimits } from './transfers/transfers-api.ts'

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly code: string }

/** What a change of state needs: the database, and who wants to hear of it. */
export type StoreContext = Pick<OrdersContext, 'database' | 'driver' | 'endpoints'>

/** Everything the operations on orders need from outside. */
export interface OrdersContext extends Clock {
  /** The D1 database with this package's migrations applied. */
  readonly database: D1Database
  /** Runs the transitions of an invocation, several in one batch; each in its own without it. */
  readonly driver?: Driver
  /** What the invocation may still use; work in the background stops in time. Nothing is counted without it. */
  readonly budget?: Budget
  /**
   * Is waited for before each piece of work in the background: whoever shares the database with the recording of
   * callbacks lets that go first. It says whether there was something to wait for; the next batch is a small one
   * then. While callbacks keep arriving, the piece waits for `apartMs` milliseconds, and longer when the thread is busy.
   */
  readonly giveWay?: (apartMs?: number) => Promise<boolean>
  /** The calls to the wallet service. */
  readonly port: PaymentPort
  /** Sends events to the shop's backend. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Writes a line of the log: a stable `code` and what belongs to it, without secrets. Nothing is written
   * without it.
   */
  readonly log?: (line: LogLine) => void
  /** A number from 0 to below 1; references and jitter are made from it. */
  readonly random: () => number
  /** Secret of the token in the callback's path. */
  readonly callbackSecret: string
  /** The one before, while callbacks of payments and links that were asked for under it may still come. */
  readonly callbackSecretPrevious?: string | undefined
  /** Origin that receives payment callbacks, without a slash at the end. */
  readonly ipnUrl: string
  /** Origin of the checkout, to which the customer returns. */
  readonly checkoutUrl: string
  /** Where events go; each has its own copy of an event. Without any, events are kept and sent nowhere. */
  readonly endpoints: readonly WebhookEndpoint[]
  /** Origins to which an order may ask the return page to lead. */
  readonly returnOrigins: readonly string[]
  /**
   * Origins of the hosted payment page and of the page that links a wallet; without it any https or
   * loopback origin is taken.
   */
  readonly paymentOrigins?: readonly string[]
  /**
   * Secret under which tokens of linked wallets are sealed, at least 16 characters. Without it no wallet
   * can be linked.
   */
  readonly linkSecret?: string
  /** The one before, until every token is sealed under `linkSecret`; each sweep seals some of them again. */
  readonly linkSecretPrevious?: string | undefined
  /**
   * Minutes for which money of a linked wallet may be held before an alert; after twice this time it is
   * given back. 1,440 when left out.
   */
  readonly holdMinutes?: number
  /** Where orders may be sold; without it no order names a store, and the port's own is the place of all. */
  readonly stores?: Stores
  /** How much may leave by transfers; any sum without it. */
  readonly transferLimits?: TransferLimits | undefined
  /**
   * Most that operators may return of an order without a second person, in whole VND; any sum without it. Points count
   * by their worth.
   */
  readonly approvalLimitVnd?: number | undefined
  /** Balance of the merchant's account, in whole VND, below which a transfer calls a person; none does without it. */
  readonly lowBalanceVnd?: number | undefined
  /** For how long what names a person is kept; for ever when left out. */
  readonly retention?: Retention
  /** Rows of each kind that one sweep works on at most; 500 when left out. */
  readonly sweepRows?: number
  /**
   * Statements that D1 allows an invocation of the Worker, 300 or more; 1,000 when left out, as on the paid plan. The
   * 50 of the free plan do not suffice, and are refused.
   */
  readonly statementsPerInvocation?: number
}
