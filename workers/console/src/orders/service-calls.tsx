import type { OrderView, ServiceCallView } from '@merchant-edge/orders/api'
import { formatTime, type Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { evidenceText } from './evidence.ts'
import { orderMessages } from './messages.ts'

/** A call to the service, or the timeline line that documents one. */
type Row = ServiceCallView | { readonly at: number; readonly settledBy: number }

const tones: Readonly<Record<ServiceCallView['known'], Tone>> = {
  'signed query': 'good',
  'answer of the service': 'plain',
  'no answer of the service': 'warn',
  'own record': 'plain',
}

/** Queries that confirmed the payment, taken from their timeline lines. */
function settlingQueries({ timeline }: OrderView): Row[] {
  return timeline
    .filter(({ kind, facts }) => kind === 'payment.confirmed' && facts['known'] === 'signed query')
    .map(({ at, seq }) => ({ at, settledBy: seq }))
}

/** Result of a call: code and name of the answer, or why there is none. */
function answerText(call: ServiceCallView, language: Language): string {
  const { callOutcomes, callFailures, linkAnswers } = orderMessages[language]
  const { endpoint, outcome, code, failure, httpStatus } = call
  const ofLink = endpoint === 'checkWalletLink' ? new Map(Object.entries(linkAnswers)) : undefined
  const said = ofLink?.get(call.said ?? '') ?? call.said
  return [
    callOutcomes[outcome],
    code,
    said,
    failure === undefined ? undefined : callFailures[failure],
    httpStatus === undefined ? undefined : `HTTP ${httpStatus}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}

function Call({ row, language }: { readonly row: Row; readonly language: Language }) {
  const messages = orderMessages[language]
  const time = formatTime(row.at, language, 'second')
  if ('settledBy' in row) {
    return (
      <tr>
        <td data-label={messages.call}>
          <code>queryOrder</code>
        </td>
        <td data-label={messages.answer}>
          <span>
            <a href={`#line-${row.settledBy}`}>{messages.settlingQuery}</a>{' '}
            <Chip tone="good">{evidenceText('signed query', language)}</Chip>
          </span>
        </td>
        <td data-label={messages.duration} class="none">
          –
        </td>
        <td data-label={messages.at} class="number">
          {time}
        </td>
      </tr>
    )
  }
  return (
    <tr>
      <td data-label={messages.call}>
        <span>
          <code>{row.endpoint}</code>
          <br />
          <code>{row.reference}</code>
        </span>
      </td>
      <td data-label={messages.answer}>
        <span>
          {answerText(row, language)}{' '}
          <Chip tone={tones[row.known]}>{evidenceText(row.known, language)}</Chip>
          {row.requestId !== undefined && (
            <>
              <br />
              <code>{row.requestId}</code>
            </>
          )}
        </span>
      </td>
      <td data-label={messages.duration} class="number">
        {row.durationMs} ms
        {row.requests !== undefined && ` · ${messages.sent(row.requests)}`}
      </td>
      <td data-label={messages.at} class="number">
        {time}
      </td>
    </tr>
  )
}

/**
 * Calls to the service about an order, a transfer or a link, oldest first, each with its answer.
 */
export function ServiceCalls({
  c,
  calls,
  order,
}: {
  readonly c: ConsoleContext
  readonly calls: readonly ServiceCallView[]
  /** The order whose timeline has the queries that have confirmed a payment. */
  readonly order?: OrderView
}) {
  const { language } = c.var
  const messages = orderMessages[language]
  const settling = order === undefined ? [] : settlingQueries(order)
  const rows: Row[] = [...calls, ...settling]
  return (
    <section class="card" id="calls">
      <h2>{messages.calls}</h2>
      <p class="soft">
        {rows.length === 0 ? messages.noCalls : messages.callsText}
        {settling.length > 0 && ` ${messages.settlingText}`}
      </p>
      {rows.length > 0 && (
        <table class="calls">
          <thead>
            <tr>
              <th scope="col">{messages.call}</th>
              <th scope="col">{messages.answer}</th>
              <th scope="col">{messages.duration}</th>
              <th scope="col">{messages.at}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .toSorted((one, other) => one.at - other.at)
              .map((row) => (
                <Call row={row} language={language} />
              ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
