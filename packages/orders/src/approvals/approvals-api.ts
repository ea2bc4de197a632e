import type { OrderView, RefundView } from '../orders/orders-api.ts'
import type { RefundOutcome } from '../refunds/refunds-api.ts'
import type { StoreFilter } from '../stores/store-filter.ts'

/** State of a proposal as it is stored. */
export type StoredProposalState = 'proposed' | 'approved' | 'refused'

/** State of a proposal: `expired` when nobody has decided within a day. */
export type ProposalState = StoredProposalState | 'expired'

/** A refund above the limit of one operator, which a second person approves or refuses. */
export interface RefundProposal {
  /** Id of the refund that an approval makes. */
  readonly id: string
  readonly orderId: string
  /** The payment to return; the one that counts as the order's when missing. */
  readonly transactionId?: string
  readonly state: ProposalState
  /** Money to return, in whole VND. */
  readonly vnd: number
  readonly points: number
  /** Why, in the words of who proposed it. */
  readonly reason: string
  /** Name of the operator who proposed it. */
  readonly proposedBy: string
  /** When it was proposed, in seconds since 1970. */
  readonly createdAt: number
  /** From when it cannot be approved any more, in seconds since 1970. */
  readonly expiresAt: number
  /** Who approved or refused it, why and when, in seconds since 1970. */
  readonly decision?: { readonly staffId: string; readonly reason: string; readonly at: number }
}

/** What became of a refund that an operator asked for. */
export type OperatorRefundOutcome =
  | RefundOutcome
  /** It is above the limit: nothing was sent, and a second person decides. A repeat says what has become of it. */
  | { readonly outcome: 'approval_needed'; readonly proposal: RefundProposal }
  /** The id belongs to another proposal; nothing was sent. */
  | { readonly outcome: 'proposal_conflict'; readonly proposal: RefundProposal }

/** What became of an approval. */
export type ApprovalOutcome =
  | {
      readonly outcome: 'approved'
      readonly proposal: RefundProposal
      readonly refund: RefundView
      readonly order: OrderView
    }
  /** What can be returned of the order has changed since; nothing was sent, and the proposal stays open. */
  | {
      readonly outcome: 'not_refundable'
      readonly remedy: string
      readonly proposal: RefundProposal
      readonly order: OrderView
    }
  /** Who proposed it does not approve it. */
  | { readonly outcome: 'same_person'; readonly proposal: RefundProposal }
  /** Somebody has decided before, or it has expired. */
  | { readonly outcome: 'not_open'; readonly proposal: RefundProposal }
  | { readonly outcome: 'not_found' }

/** What became of a refusal. Who proposed a refund may refuse it, which takes it back. */
export type ProposalRefusalOutcome =
  | { readonly outcome: 'refused' | 'not_open'; readonly proposal: RefundProposal }
  | { readonly outcome: 'not_found' }

/** Which proposals a list shows: those of the orders of some stores. */
export type ProposalFilter = StoreFilter

/** What the desk may look at of proposals. */
export interface ProposalsApi {
  /** Whether an operator's refund of this order needs a second person now. */
  needsApproval(
    orderId: string,
    amounts: { readonly vnd: number; readonly points: number },
  ): Promise<boolean>
  /** A proposal by its id; `null` when there is none. */
  findProposal(id: string): Promise<RefundProposal | null>
  /** The newest proposals, at most 100: those that can be approved first. */
  listProposals(filter: ProposalFilter): Promise<readonly RefundProposal[]>
}
