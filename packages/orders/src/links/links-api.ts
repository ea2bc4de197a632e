import type { LinkState } from '../states/link-state.ts'

/** The link between a customer of the shop and a wallet. Its token is never shown. */
export interface LinkView {
  /** Our id of the link. */
  readonly id: string
  /** The shop's own id of the customer. */
  readonly customerId: string
  /**
   * `requested`: the customer has to confirm; `linked`: the wallet can pay; `unlinking`: it cannot
   * pay any more, and the service has not answered yet; `unlinked`: the link has ended; `expired`:
   * the customer has not confirmed in time, or the service has not said so for an hour longer; it
   * becomes `linked` if the service says so later.
   */
  readonly state: LinkState
  /** Page on which the customer confirms; only while the link is `requested`. */
  readonly webUrl?: string
  /**
   * Deadline for the customer's confirmation, in seconds since 1970; only while the link is
   * `requested`.
   */
  readonly expiresAt?: number
  /** Phone number of the wallet; only its last three digits are readable. */
  readonly phone?: string
  /** When the link was requested, in seconds since 1970. */
  readonly createdAt: number
  /** When it changed last, in seconds since 1970. */
  readonly updatedAt: number
}

/** Outcome of a request to link a wallet. */
export type LinkOutcome =
  /** Send the customer to `webUrl` of the link. */
  | { readonly outcome: 'requested'; readonly link: LinkView }
  /** The customer already has a linked wallet; unlink it first. */
  | { readonly outcome: 'linked'; readonly link: LinkView }
  /** Another request is linking the wallet, or it is being unlinked; retry in a few seconds. */
  | { readonly outcome: 'busy' }
  /** The service refused, or nothing could be sent. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
    }
  /** No trustworthy answer. No money is involved: retry after a minute and a half. */
  | { readonly outcome: 'unknown'; readonly message: string }

/** Outcome of a request to unlink a wallet. */
export type UnlinkOutcome =
  /** The service has unlinked the wallet. */
  | { readonly outcome: 'unlinked'; readonly link: LinkView }
  /** The wallet cannot pay any more; the call to the service is retried until it is answered. */
  | { readonly outcome: 'unlinking'; readonly link: LinkView }
  /** A payment of this wallet is not settled yet; try again when it is. */
  | { readonly outcome: 'in_use'; readonly link: LinkView }
  | { readonly outcome: 'not_linked' }

/** The content of a link callback. It is not trusted: it only triggers a signed query. */
export interface LinkCallback {
  /** Id of our link, from the path. */
  readonly id: string
  /** Token from the path of the callback. */
  readonly token: string
  /** link_reference_id as received; it is queried only when the service never named its id. */
  readonly linkReferenceId?: string
}

/** Methods of the orders Worker for linked wallets. Every method is idempotent. */
export interface LinksApi {
  /**
   * Asks the service to link the wallet of a customer, or returns the pending request.
   *
   * @param customerId the shop's own id, 1 to 64 characters of `A-Z a-z 0-9 _ -`
   */
  linkWallet(customerId: string): Promise<LinkOutcome>
  /** Reads the newest link of a customer; the service is first queried about a pending one. */
  findLink(customerId: string): Promise<LinkView | null>
  /** Unlinks the wallet of a customer. */
  unlinkWallet(customerId: string): Promise<UnlinkOutcome>
}

/** Methods of the orders Worker for the Worker that receives link callbacks. */
export interface LinkCallbacksApi {
  /**
   * Stores a link callback and queries the service about the link.
   *
   * @returns `refused` when the token of the path is invalid
   */
  recordLinkCallback(callback: LinkCallback): Promise<'recorded' | 'refused'>
}
