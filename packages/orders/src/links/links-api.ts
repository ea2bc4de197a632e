import type { LinkState } from '../states/link-state.ts'

/** The link between a customer of the shop and a wallet. Its token is never shown. */
export interface LinkView {
  readonly id: string
  /** The shop's own id of the customer. */
  readonly customerId: string
  readonly state: LinkState
  /** Page on which the customer confirms; only while the link is `requested`. */
  readonly webUrl?: string
  /** Until when the customer may confirm, in seconds since 1970; only while it is `requested`. */
  readonly expiresAt?: number
  /** Phone number of the wallet; only its last three digits are readable. */
  readonly phone?: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** What became of a request to link a wallet. */
export type LinkOutcome =
  /** Send the customer to `webUrl` of the link. */
  | { readonly outcome: 'requested'; readonly link: LinkView }
  /** The customer has a linked wallet already; unlink it first. */
  | { readonly outcome: 'linked'; readonly link: LinkView }
  /** Another request is linking, or the wallet is being unlinked; ask again in a few seconds. */
  | { readonly outcome: 'busy' }
  /** The service refused, or nothing could be sent. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
    }
  /** No trustworthy answer. No money is involved: ask again after a minute and a half. */
  | { readonly outcome: 'unknown'; readonly message: string }

/** What became of a request to unlink a wallet. */
export type UnlinkOutcome =
  /** The service has unlinked the wallet. */
  | { readonly outcome: 'unlinked'; readonly link: LinkView }
  /** It pays nothing any more; the service is asked again until it has answered. */
  | { readonly outcome: 'unlinking'; readonly link: LinkView }
  /** A payment of this wallet is not settled yet; try again when it is. */
  | { readonly outcome: 'in_use'; readonly link: LinkView }
  | { readonly outcome: 'not_linked' }

/** What a link callback carries. Nothing of it is believed: it leads to a signed question. */
export interface LinkCallback {
  /** Id of our link, from the path. */
  readonly id: string
  /** Token from the path of the callback. */
  readonly token: string
  /** link_reference_id, as it came; asked about only where the service never told its id. */
  readonly linkReferenceId?: string
}

/** What the orders Worker offers about linked wallets. Every method is safe to repeat. */
export interface LinksApi {
  /**
   * Asks the service to link the wallet of a customer, or returns the pending request.
   *
   * @param customerId the shop's own id, 1 to 64 characters of `A-Z a-z 0-9 _ -`
   */
  linkWallet(customerId: string): Promise<LinkOutcome>
  /** Reads the newest link of a customer; a pending one is asked about first. */
  findLink(customerId: string): Promise<LinkView | null>
  /** Unlinks the wallet of a customer. */
  unlinkWallet(customerId: string): Promise<UnlinkOutcome>
}

/** What the orders Worker offers to whoever receives link callbacks. */
export interface LinkCallbacksApi {
  /**
   * Puts a link callback on disk and asks the service about the link.
   *
   * @returns `refused` when the token of the path is not ours
   */
  recordLinkCallback(callback: LinkCallback): Promise<'recorded' | 'refused'>
}
