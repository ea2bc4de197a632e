import type { AlertKind } from './alert-kinds.ts'
import type { ClosingCause } from './kinds/alert-kind-entry.ts'

/** State of an alert: nobody works on it, somebody works on it, it is done. */
export type AlertState = 'open' | 'acknowledged' | 'closed'

/** Who acknowledged or closed an alert, and when. */
export interface AlertAction {
  /** Name of the operator. */
  readonly staffId: string
  /** When it was done, in seconds since 1970. */
  readonly at: number
}

/** When an alert was closed, and by whom. */
export interface AlertClosing {
  /** Who closed the alert; missing when it closed automatically because its cause was settled. */
  readonly staffId?: string
  /** When it was done, in seconds since 1970. */
  readonly at: number
}

/** What closes an alert automatically. */
export interface AlertEnd {
  /** The cause as a stable name, for programs. */
  readonly cause: ClosingCause
  /** The cause as a text. */
  readonly text: string
}

/** Something that a person should look at. Alerts are deduplicated by kind and subject. */
export interface Alert {
  /** Number of the alert, from 1. */
  readonly id: number
  /** Kind of the alert, such as `orphan_callback`; docs/operations.md lists all of them. */
  readonly kind: AlertKind
  /** What it is about: an order, a reference, a refund, a day, ... */
  readonly subject: string
  /** `open`: nobody works on it; `acknowledged`: somebody works on it; `closed`: it is done. */
  readonly state: AlertState
  /** When it was raised first, in seconds since 1970. */
  readonly at: number
  /** When it was raised last, in seconds since 1970. */
  readonly lastRaisedAt: number
  /** How often it was raised, from 1. */
  readonly timesRaised: number
  /**
   * Ids and amounts at the time when the alert was last opened. For an alert about an age, a sum or
   * a cause: at the time when it was last raised.
   */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** What it means; the same for every alert of its kind. */
  readonly meaning: string
  /** What to do; the same for every alert of its kind. */
  readonly remedy: string
  /**
   * The cause that closes the alert automatically, as a code and as a text; missing when only a
   * person closes it.
   */
  readonly closesOnce?: AlertEnd
  /** Who works on the alert; missing when it was reopened since. */
  readonly acknowledged?: AlertAction
  /** Who closed the alert, or that it closed automatically; only set on a closed alert. */
  readonly closed?: AlertClosing
}

/** Filter of a list of alerts; without it the list has all of them. */
export interface AlertFilter {
  /** State of the alert, as in its field `state`. */
  readonly state?: AlertState
  /** Kind of the alert, such as `orphan_callback`; docs/operations.md lists all of them. */
  readonly kind?: AlertKind
  /** Only alerts about one of these subjects; an empty list matches no alert. */
  readonly subjects?: readonly string[]
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** A page of alerts, newest first. */
export interface AlertPage {
  /** Alerts, newest first. */
  readonly alerts: readonly Alert[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Why a person acknowledges or closes an alert, and who that is. */
export interface AlertDecision {
  /** 1 to 255 characters. */
  readonly reason: string
  /** Who decides, 1 to 64 characters. */
  readonly staffId: string
}

/** Outcome of acknowledging or closing an alert. */
export type AlertOutcome =
  | { readonly outcome: 'changed'; readonly alert: Alert }
  /**
   * The alert was already in this state or a later one, or was raised again meanwhile; nothing
   * changed.
   */
  | { readonly outcome: 'unchanged'; readonly alert: Alert }
  | { readonly outcome: 'not_found' }

/** The public health data for a monitor, readable without a secret: counts only. */
export interface HealthView {
  /** Alerts that wait for a person (`open`), and alerts that somebody works on (`acknowledged`). */
  readonly alerts: { readonly open: number; readonly acknowledged: number }
  /**
   * Age in seconds of the oldest due work that is not started: callbacks and events, the sweep's
   * work about money, and the daily files. 0 when none is due.
   */
  readonly oldestOutboxSeconds: number
  /** Present while the deployment sends no call that moves money; set by the Worker. */
  readonly moneyPaused?: true
}
