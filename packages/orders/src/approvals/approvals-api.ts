import type { OrderView, RefundView } from '../orders/orders-api.ts'
import type { RefundOutcome } from '../refunds/refunds-api.ts'
import type { Amounts } from '../rules/amounts.ts'
import type { StoreFilter } from '../stores/store-filter.ts'

/**
 * State of a proposal in the database, where a proposal on which nobody decided stays `proposed`.
 */
export type StoredProposalState = 'proposed' | 'approved' | 'refused'

/** State of a proposal: `expired` when nobody decided within a day. */
export type ProposalState = StoredProposalState | 'expired'

/** The decision on a proposal. */
export interface ProposalDecision {
  /** Name of the operator who decided. */
  readonly staffId: string
  /** Reason of the decision. */
  readonly reason: string
  /** When it was decided, in seconds since 1970. */
  readonly at: number
}

/** A refund above the limit of one operator, which a second person approves or refuses. */
export interface RefundProposal {
  /** Id of the refund that an approval makes. */
  readonly id: string
  /** The merchant's own order id. */
  readonly orderId: string
  /** Transaction to refund; when missing, the payment that counts as the order's. */
  readonly transactionId?: string
  /**
   * `proposed`: a second person has to decide; `approved`: the refund was made; `refused`: it was
   * not; `expired`: nobody decided within a day.
   */
  readonly state: ProposalState
  /** Money to return, in whole VND. */
  readonly vnd: number
  /** Points to return, as a whole number. */
  readonly points: number
  /** Reason given by the operator who proposed it. */
  readonly reason: string
  /** Name of the operator who proposed it. */
  readonly proposedBy: string
  /** When it was proposed, in seconds since 1970. */
  readonly createdAt: number
  /** When the proposal expires, in seconds since 1970. */
  readonly expiresAt: number
  /** Who approved or refused it, why and when, in seconds since 1970. */
  readonly decision?: ProposalDecision
}

/** Outcome of a refund that an operator requested. */
export type OperatorRefundOutcome =
  | RefundOutcome
  /**
   * The refund is above the limit: nothing was sent, and a second person decides. A repeated
   * request returns the current state of the proposal.
   */
  | { readonly outcome: 'approval_needed'; readonly proposal: RefundProposal }
  /** The id belongs to another proposal; nothing was sent. */
  | { readonly outcome: 'proposal_conflict'; readonly proposal: RefundProposal }

/** What became of an approval: a refund is made only with `approved`. */
export type ApprovalOutcome =
  | {
      readonly outcome: 'approved'
      readonly proposal: RefundProposal
      readonly refund: RefundView
      readonly order: OrderView
    }
  /**
   * The refundable amount of the order has changed since; nothing was sent, and the proposal stays
   * open.
   */
  | {
      readonly outcome: 'not_refundable'
      readonly remedy: string
      readonly proposal: RefundProposal
      readonly order: OrderView
    }
  /**
   * The order is no longer as the approver has seen it, for example because a refund was made since;
   * nothing was sent, and the proposal stays open.
   */
  | {
      readonly outcome: 'order_changed'
      readonly proposal: RefundProposal
      readonly order: OrderView
    }
  /** An operator cannot approve their own proposal. */
  | { readonly outcome: 'same_person'; readonly proposal: RefundProposal }
  /** Somebody has already decided, or the proposal has expired. */
  | { readonly outcome: 'not_open'; readonly proposal: RefundProposal }
  | { readonly outcome: 'not_found' }

/**
 * Outcome of a refusal. The operator who proposed a refund may refuse it too; this withdraws the
 * proposal.
 */
export type ProposalRefusalOutcome =
  | { readonly outcome: 'refused' | 'not_open'; readonly proposal: RefundProposal }
  | { readonly outcome: 'not_found' }

/** Filter of a list of proposals: only orders of some stores. */
export type ProposalFilter = StoreFilter

/** What the desk reads about proposals. */
export interface ProposalsApi {
  /** Whether an operator's refund of this order needs a second person now. */
  needsApproval(orderId: string, amounts: Amounts): Promise<boolean>
  /** A proposal by its id; `null` when there is none. */
  findProposal(id: string): Promise<RefundProposal | null>
  /** The newest proposals, at most 100: those that can be approved first. */
  listProposals(filter: ProposalFilter): Promise<readonly RefundProposal[]>
}
