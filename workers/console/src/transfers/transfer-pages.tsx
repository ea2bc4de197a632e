import type {
  PlacedDifference,
  ServiceCallView,
  TimelineEntry,
  TransferPage,
  TransferView,
} from '@merchant-edge/orders/api'
import { isRefusedByPerson } from '@merchant-edge/orders/states'
import { formatMaskedPhone, formatTime, formatVnd } from '@merchant-edge/pages'
import { DifferencesAbout } from '../daily-files/differences-about.tsx'
import { StateFilter } from '../forms/state-filter.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { Pager } from '../layout/pager.tsx'
import { RefusalText } from '../layout/facts/refusal-text.tsx'
import { showPage } from '../layout/show-page.tsx'
import { ServiceCalls } from '../orders/service-calls.tsx'
import { transferNamedInstead } from '../orders/transaction-named-instead.ts'
import { Timeline } from '../orders/timeline.tsx'
import { transferMessages } from './messages.ts'
import { TransferStateChip } from './transfer-state.tsx'

function Transfers({ c, page }: { readonly c: ConsoleContext; readonly page: TransferPage }) {
  const { language } = c.var
  const messages = transferMessages[language]
  if (page.transfers.length === 0) return <p class="soft">{messages.none}</p>
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.transfer}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col" class="right">
            {messages.amount}
          </th>
          <th scope="col">{messages.receiver}</th>
          <th scope="col">{messages.created}</th>
        </tr>
      </thead>
      <tbody>
        {page.transfers.map((transfer) => (
          <tr>
            <td data-label={messages.transfer}>
              <a href={`/transfers/${transfer.id}`}>{transfer.id}</a>
            </td>
            <td data-label={messages.state}>
              <TransferStateChip state={transfer.state} language={language} />
            </td>
            <td data-label={messages.amount} class="right number">
              {formatVnd(transfer.amountVnd, language)}
            </td>
            <td data-label={messages.receiver} class="number">
              {formatMaskedPhone(transfer.receiverPhone)}
            </td>
            <td data-label={messages.created} class="number">
              {formatTime(transfer.createdAt, language, 'second')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the list of transfers, or an error for an invalid filter or cursor. */
export function showTransfers(
  c: ConsoleContext,
  page: TransferPage | 'wrong_filter',
): Response | Promise<Response> {
  const messages = transferMessages[c.var.language]
  return showPage(c, {
    title: messages.transfers,
    status: page === 'wrong_filter' ? 400 : 200,
    content: (
      <>
        <StateFilter c={c} path="/transfers" states={messages.states} labels={messages}>
          <div class="field">
            <label for="filter-day">{messages.day}</label>
            <input id="filter-day" name="day" type="date" value={c.req.query('day') ?? ''} />
          </div>
        </StateFilter>
        <section class="card">
          {page === 'wrong_filter' ? (
            <p class="problem" role="alert">
              {messages.wrongFilter} <a href="/transfers">{messages.clear}</a>
            </p>
          ) : (
            <>
              <Transfers c={c} page={page} />
              <Pager c={c} cursor={page.cursor} />
            </>
          )}
        </section>
      </>
    ),
  })
}

/** A transfer with all data of its page. */
export interface ShownTransfer {
  readonly transfer: TransferView
  readonly lines: readonly TimelineEntry[]
  /** Calls to the service about it, oldest first. */
  readonly serviceCalls: readonly ServiceCallView[]
  /** Differences of the daily files that name it, the newest day first. */
  readonly differences: readonly PlacedDifference[]
}

function Refusal({
  c,
  refusal,
}: {
  readonly c: ConsoleContext
  readonly refusal: NonNullable<TransferView['refusal']>
}) {
  const { language } = c.var
  const { idReusable, final } = transferMessages[language]
  return (
    <RefusalText
      of="transfer"
      refusal={refusal}
      after={refusal.idReusable ? idReusable : final}
      language={language}
    />
  )
}

/** Shows a transfer with each call and each answer. */
export function showTransfer(
  c: ConsoleContext,
  { transfer, lines, serviceCalls, differences }: ShownTransfer,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = transferMessages[language]
  const { refusal } = transfer
  const isMisnamed = transferNamedInstead(transfer, lines) !== undefined
  return showPage(c, {
    title: `${messages.transfer} ${transfer.id}`,
    content: (
      <>
        <div class="columns">
          <section class="card">
            <p class="amount">{formatVnd(transfer.amountVnd, language)}</p>
            <Facts
              rows={[
                [messages.state, <TransferStateChip state={transfer.state} language={language} />],
                [
                  messages.receiver,
                  <span class="number">{formatMaskedPhone(transfer.receiverPhone)}</span>,
                ],
                [
                  messages.description,
                  transfer.description === '' ? undefined : transfer.description,
                ],
                [messages.created, formatTime(transfer.createdAt, language, 'second')],
                [messages.updated, formatTime(transfer.updatedAt, language, 'second')],
                [messages.reference, <span class="code">{transfer.reference}</span>],
                [
                  messages.transaction,
                  transfer.transactionId && <span class="code">{transfer.transactionId}</span>,
                ],
                [messages.refusal, refusal && <Refusal c={c} refusal={refusal} />],
              ]}
            />
            {c.var.operator.role === 'money' && (isRefusedByPerson(transfer) || isMisnamed) && (
              <p>
                <a class="screen-only" href={`/transfers/${transfer.id}/correction`}>
                  {isMisnamed ? messages.correctTransaction : messages.correct}
                </a>
              </p>
            )}
            {transfer.state === 'unknown' && (
              <p class="notice warn">
                {messages.unknown}{' '}
                {c.var.operator.role === 'money' && (
                  <a href={`/transfers/${transfer.id}/verdict`}>{messages.settle}</a>
                )}
              </p>
            )}
          </section>
          <section class="card">
            <h2>{messages.timeline}</h2>
            <Timeline entries={lines} language={language} />
          </section>
        </div>
        <DifferencesAbout c={c} differences={differences} />
        <ServiceCalls c={c} calls={serviceCalls} />
      </>
    ),
  })
}
