import type { OrderView } from '@merchant-edge/orders/api'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Choices, Confirmation, Field, Hidden, ReasonField } from '../forms/form-parts.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { layoutMessages } from '../layout/messages.ts'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { refundMessages } from './messages.ts'
import { paymentsToReturn, type PaymentToReturn } from './payments-to-return.ts'
import type { RefundProblems, RefundRequest, TypedRefund } from './refund-request.ts'

/** Data of the refund form. */
export interface RefundForm {
  readonly order: OrderView
  readonly typed: TypedRefund
  readonly problems?: RefundProblems
  /** Notice to the operator. */
  readonly notice?: string
  readonly status?: ContentfulStatusCode
}

/** Initial values of the form: the full refundable rest of the payment. */
export function freshRefund(order: OrderView, transactionId: string | undefined): TypedRefund {
  const payments = paymentsToReturn(order)
  const payment = payments.find((one) => one.transactionId === transactionId) ?? payments[0]
  return {
    transactionId: payment?.transactionId ?? '',
    vnd: String(payment?.left.vnd ?? 0),
    points: String(payment?.left.points ?? 0),
    reason: '',
    version: String(order.version),
  }
}

function PaymentField({
  c,
  form,
  payments,
}: {
  readonly c: ConsoleContext
  readonly form: RefundForm
  readonly payments: readonly PaymentToReturn[]
}) {
  const { language } = c.var
  const messages = refundMessages[language]
  const [only, another] = payments
  const isWrong = form.problems?.has('transactionId') === true
  // Values typed for a payment without refundable rest are not applied to another payment.
  if (only !== undefined && another === undefined && !isWrong) {
    return (
      <>
        <Hidden fields={{ transactionId: only.transactionId }} />
        <Facts
          rows={[
            [messages.payment, <code>{only.transactionId}</code>],
            [messages.left, sumOf(only.left, language)],
          ]}
        />
      </>
    )
  }
  return (
    <Choices
      name="transactionId"
      legend={messages.payment}
      chosen={form.typed.transactionId}
      problem={isWrong ? messages.problems.payment : undefined}
      isFirstWrong={isWrong}
      choices={payments.map(({ transactionId, counts, left }) => ({
        value: transactionId,
        label: transactionId,
        hint: `${counts ? messages.counts : messages.extra}, ${messages.left}: ${sumOf(left, language)}`,
      }))}
    />
  )
}

/** The fields of the form, in their order on the page. */
const formFields = ['transactionId', 'vnd', 'points', 'reason'] as const

/**
 * Answers with the form of a refund, filled with what was typed and with a message at each invalid
 * field.
 */
export function showRefundForm(c: ConsoleContext, form: RefundForm): Response | Promise<Response> {
  const messages = refundMessages[c.var.language]
  const { order, typed, problems } = form
  const payments = paymentsToReturn(order)
  const hasPoints = payments.some(({ left }) => left.points > 0) || problems?.has('points') === true
  const problemOf = (field: keyof TypedRefund): string | undefined => {
    const problem = problems?.get(field)
    return problem === undefined ? undefined : messages.problems[problem]
  }
  const firstWrong = formFields.find((field) => problems?.has(field))
  return showPage(c, {
    title: messages.title(order.id),
    status: form.status ?? (problems === undefined || problems.size === 0 ? 200 : 400),
    content: (
      <>
        {form.notice !== undefined && (
          <p class="notice warn" role="alert">
            {form.notice}
          </p>
        )}
        <section class="card">
          <form method="post" action={c.req.path}>
            <Hidden fields={{ by: c.var.operator.name, version: typed.version }} />
            <PaymentField c={c} form={form} payments={payments} />
            <Field
              name="vnd"
              label={messages.vnd}
              value={typed.vnd}
              isNumber
              problem={problemOf('vnd')}
              isFirstWrong={firstWrong === 'vnd'}
            />
            {hasPoints && (
              <Field
                name="points"
                label={messages.points}
                value={typed.points}
                isNumber
                problem={problemOf('points')}
                isFirstWrong={firstWrong === 'points'}
              />
            )}
            <ReasonField
              c={c}
              value={typed.reason}
              problem={problemOf('reason')}
              isFirstWrong={firstWrong === 'reason'}
            />
            <div class="actions">
              <button class="main" name="step" value="check">
                {messages.check}
              </button>
              <a class="button" href={`/orders/${order.id}`}>
                {layoutMessages[c.var.language].back}
              </a>
            </div>
          </form>
        </section>
      </>
    ),
  })
}

/** Shows the refund for confirmation. Nothing has happened yet. */
export async function showRefundCheck(
  c: ConsoleContext,
  order: OrderView,
  request: RefundRequest,
): Promise<Response> {
  const { language } = c.var
  const messages = refundMessages[language]
  const { payment, vnd, points, reason, version } = request
  const sum = sumOf({ vnd, points }, language)
  const needsApproval = await c.env.CONSOLE_VIEW.needsApproval(order.id, { vnd, points })
  return showPage(c, {
    title: messages.confirmTitle,
    content: (
      <Confirmation
        c={c}
        button={needsApproval ? messages.propose(sum) : messages.doIt(sum)}
        isDanger
        fields={{
          by: c.var.operator.name,
          transactionId: payment.transactionId,
          vnd: String(vnd),
          points: String(points),
          reason,
          version: String(version),
        }}
      >
        <p class="amount">{sum}</p>
        <Facts
          rows={[
            [messages.order, order.id],
            [messages.payment, <code>{payment.transactionId}</code>],
            [layoutMessages[language].form.reason, reason],
          ]}
        />
        {needsApproval && (
          <p class="notice warn">
            {messages.needsApproval} <a href="/approvals">{messages.approvals}</a>.
          </p>
        )}
        <p>{messages.goesTo}</p>
      </Confirmation>
    ),
  })
}
