import type { OrderView, RefundProposal } from '@merchant-edge/orders/api'
import { formatTime } from '@merchant-edge/pages'
import { Confirmation, Hidden, ReasonField } from '../forms/form-parts.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from '../orders/messages.ts'
import { approvalMessages } from './messages.ts'
import { ProposalStateChip } from './proposal-state.tsx'

/** Decisions of a second person on a proposal. */
export type DecisionKind = 'approve' | 'refuse'

/** A proposal with the order as it is now. */
export interface ShownProposal {
  readonly proposal: RefundProposal
  readonly order: OrderView
}

/** Shows the proposals; those that can be approved come first. */
export function showProposals(
  c: ConsoleContext,
  proposals: readonly RefundProposal[],
): Response | Promise<Response> {
  const { language } = c.var
  const messages = approvalMessages[language]
  return showPage(c, {
    title: messages.approvals,
    content: (
      <section class="card">
        {proposals.length === 0 ? (
          <p class="soft">{messages.none}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{messages.order}</th>
                <th scope="col">{messages.state}</th>
                <th scope="col" class="right">
                  {messages.amount}
                </th>
                <th scope="col">{messages.reason}</th>
                <th scope="col">{messages.proposedBy}</th>
                <th scope="col">{messages.proposed}</th>
              </tr>
            </thead>
            <tbody>
              {proposals.map((proposal) => (
                <tr>
                  <td data-label={messages.order}>
                    <a href={`/approvals/${proposal.id}`}>{proposal.orderId}</a>
                  </td>
                  <td data-label={messages.state}>
                    <ProposalStateChip state={proposal.state} language={language} />
                  </td>
                  <td data-label={messages.amount} class="right number">
                    {sumOf(proposal, language)}
                  </td>
                  <td data-label={messages.reason}>{proposal.reason}</td>
                  <td data-label={messages.proposedBy}>{proposal.proposedBy}</td>
                  <td data-label={messages.proposed} class="number">
                    {formatTime(proposal.createdAt, language, 'second')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    ),
  })
}

/**
 * The refunds of the order since the proposal. One of them may return the same money, for the same
 * complaint, which the person who decides must know.
 */
function RefundsSince({
  c,
  shown: { proposal, order },
}: {
  readonly c: ConsoleContext
  readonly shown: ShownProposal
}) {
  const { language } = c.var
  const since = order.refunds.filter(
    ({ id, state, createdAt }) =>
      id !== proposal.id && state !== 'refused' && createdAt >= proposal.createdAt,
  )
  if (proposal.state !== 'proposed' || since.length === 0) return <></>
  const { refundStates } = orderMessages[language]
  return (
    <div class="notice warn">
      <p>{approvalMessages[language].since}</p>
      <ul>
        {since.map((refund) => (
          <li>
            {[
              sumOf(refund, language),
              refundStates[refund.state],
              formatTime(refund.createdAt, language, 'second'),
              ...(refund.reason === undefined ? [] : [refund.reason]),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ProposalFacts({
  c,
  shown,
}: {
  readonly c: ConsoleContext
  readonly shown: ShownProposal
}) {
  const { proposal } = shown
  const { language } = c.var
  const messages = approvalMessages[language]
  const { decision, transactionId } = proposal
  return (
    <>
      <p class="amount">{sumOf(proposal, language)}</p>
      <Facts
        rows={[
          [messages.state, <ProposalStateChip state={proposal.state} language={language} />],
          [messages.order, <a href={`/orders/${proposal.orderId}`}>{proposal.orderId}</a>],
          [messages.payment, transactionId && <code>{transactionId}</code>],
          [messages.reason, proposal.reason],
          [messages.proposedBy, proposal.proposedBy],
          [messages.proposed, formatTime(proposal.createdAt, language, 'second')],
          [messages.expires, formatTime(proposal.expiresAt, language, 'second')],
          [messages.decidedBy, decision?.staffId],
          [messages.decisionReason, decision?.reason],
          [messages.decided, decision && formatTime(decision.at, language, 'second')],
        ]}
      />
      <RefundsSince c={c} shown={shown} />
    </>
  )
}

/** Shows a proposal and the possible decisions; the operator who proposed it cannot approve it. */
export function showProposal(
  c: ConsoleContext,
  shown: ShownProposal,
): Response | Promise<Response> {
  const { proposal } = shown
  const { language, operator } = c.var
  const messages = approvalMessages[language]
  const isOpen = proposal.state === 'proposed'
  const isMine = proposal.proposedBy === operator.name
  return showPage(c, {
    title: messages.title(proposal.orderId),
    content: (
      <section class="card">
        <ProposalFacts c={c} shown={shown} />
        {isOpen && <p class="notice warn">{isMine ? messages.yours : messages.nothingYet}</p>}
        {isOpen && operator.role === 'money' && (
          <p class="actions">
            {!isMine && (
              <a class="button main" href={`/approvals/${proposal.id}/approve`}>
                {messages.approve}
              </a>
            )}
            <a class="button" href={`/approvals/${proposal.id}/refuse`}>
              {isMine ? messages.takeBack : messages.refuse}
            </a>
          </p>
        )}
      </section>
    ),
  })
}

function titleOf(c: ConsoleContext, kind: DecisionKind): string {
  const messages = approvalMessages[c.var.language]
  return kind === 'approve' ? messages.approveTitle : messages.refuseTitle
}

/** Shows the form for the reason of an approval or a refusal. */
export function showDecisionForm(
  c: ConsoleContext,
  form: {
    readonly shown: ShownProposal
    readonly kind: DecisionKind
    readonly reason: string
    readonly isWrong?: boolean
    readonly isRestored?: boolean
  },
): Response | Promise<Response> {
  const { shown, kind, reason, isWrong = false, isRestored = false } = form
  const messages = approvalMessages[c.var.language]
  return showPage(c, {
    title: titleOf(c, kind),
    status: isWrong ? 400 : 200,
    content: (
      <section class="card">
        {isRestored && (
          <p class="notice warn" role="alert">
            {messages.restored}
          </p>
        )}
        <ProposalFacts c={c} shown={shown} />
        <form method="post" action={c.req.path}>
          <Hidden fields={{ by: c.var.operator.name }} />
          <ReasonField
            c={c}
            value={reason}
            problem={isWrong ? messages.reasonProblem : undefined}
            isFirstWrong={isWrong}
          />
          <div class="actions">
            <button class="main" name="step" value="check">
              {messages.check}
            </button>
            <a class="button" href={`/approvals/${shown.proposal.id}`}>
              {messages.back}
            </a>
          </div>
        </form>
      </section>
    ),
  })
}

/**
 * Shows the decision for confirmation. Nothing has happened yet. The form names the version of the
 * order that is shown: an approval counts for no other.
 */
export function showDecisionCheck(
  c: ConsoleContext,
  check: {
    readonly shown: ShownProposal
    readonly kind: DecisionKind
    readonly reason: string
    /** Whether it was confirmed for an earlier version of the order. */
    readonly isOutdated?: boolean
  },
): Response | Promise<Response> {
  const { shown, kind, reason, isOutdated = false } = check
  const { proposal, order } = shown
  const { language, operator } = c.var
  const messages = approvalMessages[language]
  const isApproval = kind === 'approve'
  return showPage(c, {
    title: titleOf(c, kind),
    status: isOutdated ? 409 : 200,
    content: (
      <Confirmation
        c={c}
        button={isApproval ? messages.approveIt(sumOf(proposal, language)) : messages.refuseIt}
        isDanger={isApproval}
        fields={{ by: operator.name, reason, version: String(order.version) }}
      >
        {isOutdated && (
          <p class="notice warn" role="alert">
            {messages.orderChanged}
          </p>
        )}
        <ProposalFacts c={c} shown={shown} />
        <Facts rows={[[messages.decisionReason, reason]]} />
        {isApproval && <p>{messages.goesTo}</p>}
      </Confirmation>
    ),
  })
}
