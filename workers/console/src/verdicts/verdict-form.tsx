import { transactionIdRule } from '@merchant-edge/orders/rules'
import { formatTime } from '@merchant-edge/pages'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Choices, Confirmation, Field, Hidden, ReasonField } from '../forms/form-parts.tsx'
import { readReason } from '../forms/reason.ts'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { layoutMessages } from '../layout/messages.ts'
import { showNotice } from '../layout/notice-page.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sourceOfLine } from '../orders/evidence.ts'
import {
  addressOfDifference,
  readWrittenPlace,
  writePlace,
  type DifferencePlace,
} from './difference-place.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase, OperatorVerdict } from './verdict-case.ts'

/** The typed fields of a verdict. */
export type TypedVerdict = ReadonlyMap<string, string>

/** Reads a verdict; `undefined` when a field is missing. */
export function readVerdict(
  c: ConsoleContext,
  found: VerdictCase,
  typed: TypedVerdict,
): {
  readonly verdict?: OperatorVerdict
  readonly problems: ReadonlySet<'choice' | 'reason' | 'transactionId'>
} {
  const problems = new Set<'choice' | 'reason' | 'transactionId'>()
  const choice = typed.get('choice') ?? ''
  const { reason, isFit } = readReason(typed.get('reason'))
  const transactionId = (typed.get('transactionId') ?? '').trim()
  const asked = found.transactionFor
  const takesTransaction = asked !== undefined && (asked.choice ?? choice) === choice
  if (!found.choices.some(({ value }) => value === choice)) problems.add('choice')
  if (!isFit) problems.add('reason')
  const isMissing = transactionId === '' && asked?.isNeeded === true
  const pattern = asked?.pattern ?? transactionIdRule.pattern
  const isWrong = transactionId !== '' && !pattern.test(transactionId)
  if (takesTransaction && (isMissing || isWrong)) problems.add('transactionId')
  if (problems.size > 0) return { problems }
  const hasTransaction = takesTransaction && transactionId !== ''
  const staffId = c.var.operator.name
  return {
    verdict: { choice, reason, staffId, ...(hasTransaction && { transactionId }) },
    problems,
  }
}

/**
 * The difference of the daily files from which the form was opened and to which its answer returns;
 * an operator of some stores sees none.
 */
export function openedFrom(
  c: ConsoleContext,
  typed: TypedVerdict = c.var.form,
): DifferencePlace | undefined {
  if (c.var.operator.stores !== undefined) return undefined
  return readWrittenPlace(typed.get('difference') ?? c.req.query('difference'))
}

/** {@link openedFrom} as a hidden field of the form. */
function placeField(c: ConsoleContext, typed?: TypedVerdict): { readonly difference?: string } {
  const place = openedFrom(c, typed)
  return place === undefined ? {} : { difference: writePlace(place) }
}

/** The fields of the form, in their order on the page. */
const formFields = ['choice', 'transactionId', 'reason'] as const

/** Shows the question and its choices. */
export function showVerdictForm(
  c: ConsoleContext,
  found: VerdictCase,
  form: {
    readonly typed: TypedVerdict
    readonly problems?: ReadonlySet<'choice' | 'reason' | 'transactionId'>
    readonly notice?: string
    readonly status?: ContentfulStatusCode
  },
): Response | Promise<Response> {
  const messages = verdictMessages[c.var.language]
  const { typed, problems = new Set(), notice } = form
  const firstWrong = formFields.find((field) => problems.has(field))
  return showPage(c, {
    title: found.title,
    status: form.status ?? (problems.size > 0 ? 400 : 200),
    content: (
      <>
        {notice !== undefined && (
          <p class="notice warn" role="alert">
            {notice}
          </p>
        )}
        <section class="card">
          <p class="soft">{messages.intro}</p>
          {found.warning !== undefined && <p class="notice warn">{found.warning}</p>}
          <Facts rows={found.facts} />
          <form method="post" action={c.req.path}>
            <Hidden fields={{ by: c.var.operator.name, ...placeField(c, typed) }} />
            <Choices
              name="choice"
              legend={messages.question}
              choices={found.choices}
              chosen={typed.get('choice') ?? ''}
              problem={problems.has('choice') ? messages.problems.choice : undefined}
              isFirstWrong={firstWrong === 'choice'}
            />
            {found.transactionFor !== undefined && (
              <Field
                name="transactionId"
                label={found.transactionFor.label ?? messages.transaction}
                value={typed.get('transactionId') ?? found.transactionFor.known ?? ''}
                problem={
                  problems.has('transactionId')
                    ? (found.transactionFor.problem ?? messages.problems.transactionId)
                    : undefined
                }
                isFirstWrong={firstWrong === 'transactionId'}
              />
            )}
            <ReasonField
              c={c}
              value={typed.get('reason') ?? ''}
              problem={problems.has('reason') ? messages.problems.reason : undefined}
              isFirstWrong={firstWrong === 'reason'}
            />
            <div class="actions">
              <button class="main" name="step" value="check">
                {messages.check}
              </button>
              <a class="button" href={found.page}>
                {layoutMessages[c.var.language].back}
              </a>
            </div>
          </form>
        </section>
      </>
    ),
  })
}

/** Shows the verdict for confirmation. Nothing has happened yet. */
export function showVerdictCheck(
  c: ConsoleContext,
  found: VerdictCase,
  verdict: OperatorVerdict,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = verdictMessages[language]
  const { choice, reason, transactionId, staffId } = verdict
  const chosen = found.choices.find(({ value }) => value === choice)
  const named = transactionId === undefined ? {} : { transactionId }
  return showPage(c, {
    title: messages.confirmTitle,
    content: (
      <Confirmation
        c={c}
        button={messages.doIt}
        fields={{ by: staffId, choice, reason, ...named, ...placeField(c) }}
      >
        <h2>{found.title}</h2>
        <Facts
          rows={[
            ...found.facts,
            [messages.answer, <strong>{chosen?.label}</strong>],
            [found.transactionFor?.label ?? messages.transaction, transactionId],
            [layoutMessages[language].form.reason, reason],
          ]}
        />
        {found.warning !== undefined && <p class="notice warn">{found.warning}</p>}
        <p>{messages.stays}</p>
      </Confirmation>
    ),
  })
}

function ToDifference({
  c,
  place,
}: {
  readonly c: ConsoleContext
  readonly place: DifferencePlace
}) {
  return (
    <a class="button main" href={addressOfDifference(place)}>
      {verdictMessages[c.var.language].settled.difference}
    </a>
  )
}

/**
 * Shows that a verdict was recorded, and that the difference from which its form was opened may wait
 * for one still.
 */
export function showNotDecided(
  c: ConsoleContext,
  place: DifferencePlace,
): Response | Promise<Response> {
  const notice = verdictMessages[c.var.language].notDecided
  return showNotice(c, { ...notice, status: 503, actions: <ToDifference c={c} place={place} /> })
}

/**
 * Shows that it was already settled, by whom or by what, and when. The difference from which the
 * form was opened may wait for a verdict still.
 */
export function showSettled(c: ConsoleContext, found: VerdictCase): Response | Promise<Response> {
  const { language } = c.var
  const messages = verdictMessages[language].settled
  const { settledBy: line } = found
  const place = openedFrom(c)
  const facts = new Map(Object.entries(line?.facts ?? {}))
  return showNotice(c, {
    title: messages.title,
    text: messages.text,
    status: 409,
    actions: (
      <>
        {line !== undefined && (
          <Facts
            rows={[
              [messages.by, sourceOfLine(line, language)],
              [messages.why, facts.get('verdict_reason')?.toString()],
              [messages.at, formatTime(line.at, language, 'second')],
            ]}
          />
        )}
        {place !== undefined && <ToDifference c={c} place={place} />}
        <a class={place === undefined ? 'button main' : 'button'} href={found.page}>
          {layoutMessages[language].back}
        </a>
      </>
    ),
  })
}

/**
 * Shows that nothing was changed although it is not settled, with the typed form and the current
 * facts.
 *
 * @param notice why nothing was changed
 */
export function showStillOpen(
  c: ConsoleContext,
  found: VerdictCase,
  notice: string,
): Response | Promise<Response> {
  const { form: typed } = c.var
  const { problems } = readVerdict(c, found, typed)
  return showVerdictForm(c, found, { typed, problems, notice, status: 409 })
}
