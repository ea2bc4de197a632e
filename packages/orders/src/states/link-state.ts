import { statesOf } from './order-state.ts'

/** The states of a linked wallet: {@link linkStates}. */
export type LinkState = 'requested' | 'linked' | 'unlinking' | 'unlinked' | 'expired'

/** What a state of a link allows. */
export interface LinkStateRule {
  readonly next: readonly LinkState[]
  /**
   * Whether the state counts as active. While a customer has an active link, no other one is
   * requested or linked.
   */
  readonly active: boolean
  /** Whether the token of the wallet is stored (sealed). */
  readonly hasToken: boolean
}

/**
 * Every state of a link and the states that may follow. A link in `unlinking` cannot pay any more;
 * the state lasts until the service has answered. A link that the customer ended in the wallet app,
 * or whose token cannot be decrypted any more, becomes `unlinked` immediately. A request about which
 * the service does not answer expires an hour after its deadline. An expired request becomes linked
 * when the service says so; when the customer has another link by then, which is still valid, it is
 * unlinked.
 *
 * @see Specification 3
 */
export const linkStates: Readonly<Record<LinkState, LinkStateRule>> = {
  requested: { next: ['linked', 'expired'], active: true, hasToken: false },
  linked: { next: ['unlinking', 'unlinked'], active: true, hasToken: true },
  unlinking: { next: ['unlinked'], active: true, hasToken: true },
  unlinked: { next: [], active: false, hasToken: false },
  expired: { next: ['linked', 'unlinking'], active: false, hasToken: false },
}

/** All states of a link, in the order of the table. */
export const allLinkStates: readonly LinkState[] = statesOf(linkStates)

/** The states in which the token of the wallet is stored. */
export const linkStatesWithToken: readonly LinkState[] = allLinkStates.filter(
  (state) => linkStates[state].hasToken,
)
