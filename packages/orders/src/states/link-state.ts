import { statesOf } from './order-state.ts'

/** The states of a linked wallet: {@link linkStates}. */
export type LinkState = 'requested' | 'linked' | 'unlinking' | 'unlinked' | 'expired'

/** What a state of a link allows. */
export interface LinkStateRule {
  readonly next: readonly LinkState[]
  /** Whether a customer may have one link only in these states together. */
  readonly active: boolean
  /** Whether the token of the wallet is kept, sealed. */
  readonly hasToken: boolean
}

/**
 * Every state of a link and what may follow it. `unlinking` pays nothing any more and lasts until the
 * service has answered. A link that the customer ended in the wallet's app, or whose token does not open any more, is
 * `unlinked` at once. An expired request is linked after all when the service says so.
 *
 * @see Specification 3
 */
export const linkStates: Readonly<Record<LinkState, LinkStateRule>> = {
  requested: { next: ['linked', 'expired'], active: true, hasToken: false },
  linked: { next: ['unlinking', 'unlinked'], active: true, hasToken: true },
  unlinking: { next: ['unlinked'], active: true, hasToken: true },
  unlinked: { next: [], active: false, hasToken: false },
  expired: { next: ['linked'], active: false, hasToken: false },
}

/** All states of a link, in the order of the table. */
export const allLinkStates: readonly LinkState[] = statesOf(linkStates)

/** The states in which the token of the wallet is kept. */
export const linkStatesWithToken: readonly LinkState[] = allLinkStates.filter(
  (state) => linkStates[state].hasToken,
)
