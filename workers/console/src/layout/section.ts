import type { Hono } from 'hono'
import type { ConsoleHono } from './console-hono.ts'
import type { NavigationEntry } from './navigation-entry.ts'

/** A part of the desk with an entry in the navigation. */
export interface Section extends NavigationEntry {
  /** Its pages, with whole paths. */
  readonly routes: () => Hono<ConsoleHono>
  /**
   * Whether operators limited to some stores may use it; its pages then show only these stores.
   * Otherwise the section requires an operator who sees every store.
   */
  readonly byStore: boolean
  /** Whether its forms are for operators of every role; for the role `money` only when left out. */
  readonly everyRole?: boolean
}
