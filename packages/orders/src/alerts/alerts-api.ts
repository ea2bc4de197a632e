import type { AlertKind } from './alert-kinds.ts'
import type { ClosingCause } from './kinds/alert-kind-entry.ts'

/** Where an alert stands: nobody has taken it, somebody works on it, it is done with. */
export type AlertState = 'open' | 'acknowledged' | 'closed'

/** Who did something to an alert, and when. */
export interface AlertAction {
  readonly staffId: string
  /** Seconds since 1970. */
  readonly at: number
}

/** When an alert was closed. */
export interface AlertClosing {
  /** Who closed it; missing when it closed by itself, since its matter was settled. */
  readonly staffId?: string
  /** Seconds since 1970. */
  readonly at: number
}

/** Something a person should look at; there is one for each kind and subject. */
export interface Alert {
  readonly id: number
  readonly kind: AlertKind
  /** What it is about: an order, a reference, a refund, a day, ... */
  readonly subject: string
  readonly state: AlertState
  /** When it was raised first, in seconds since 1970. */
  readonly at: number
  /** When it was raised last, in seconds since 1970. */
  readonly lastRaisedAt: number
  /** How often it was raised, from 1. */
  readonly timesRaised: number
  /** Ids and amounts of when it was opened last, or raised last where it tells an age, a sum or a cause. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** What it means; the same for every alert of its kind. */
  readonly meaning: string
  /** What to do; the same for every alert of its kind. */
  readonly remedy: string
  /** What closes it without a person, and that in words; missing where only a person does. */
  readonly closesOnce?: { readonly cause: ClosingCause; readonly text: string }
  /** Who works on it, unless it was opened again since. */
  readonly acknowledged?: AlertAction
  /** Who closed it, or that it closed by itself; only of a closed alert. */
  readonly closed?: AlertClosing
}

/** Which alerts a list shows; without a filter all of them. */
export interface AlertFilter {
  readonly state?: AlertState
  readonly kind?: AlertKind
  /** What they are about: one of these; none for an empty list. */
  readonly subjects?: readonly string[]
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** A page of alerts, newest first. */
export interface AlertPage {
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

/** What became of an acknowledgement or a closing. */
export type AlertOutcome =
  | { readonly outcome: 'changed'; readonly alert: Alert }
  /** It was in that state or beyond it already, or was raised anew meanwhile; nothing changed. */
  | { readonly outcome: 'unchanged'; readonly alert: Alert }
  | { readonly outcome: 'not_found' }

/** What a monitor may know without a secret: counts only. */
export interface HealthView {
  /** Alerts that wait for a person, and those that somebody works on. */
  readonly alerts: { readonly open: number; readonly acknowledged: number }
  /**
   * For how long the oldest work is due that nobody has begun: callbacks and events, what the sweep does about money, and
   * the daily files. 0 when nothing waits.
   */
  readonly oldestOutboxSeconds: number
}
