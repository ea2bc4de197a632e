import type { CallbackPage, StoredCallback } from '@merchant-edge/orders/api'
import { formatNumber, formatTime } from '@merchant-edge/pages'
import { ReasonForm } from '../forms/reason-form.tsx'
import { StateFilter } from '../forms/state-filter.tsx'
import { Chip, type Tone } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { callbackMessages } from './messages.ts'

const tones: Readonly<Record<StoredCallback['state'], Tone>> = {
  orphan: 'bad',
  waiting: 'warn',
  dead: 'bad',
  done: 'good',
}

function Callback({
  c,
  callback,
}: {
  readonly c: ConsoleContext
  readonly callback: StoredCallback
}) {
  const { language } = c.var
  const messages = callbackMessages[language]
  const { seq, state, orderId, at, tries, nextAt, signed, reference } = callback
  return (
    <section class="card">
      <h2>
        <span class="code">{signed.transaction_id}</span>{' '}
        <Chip tone={tones[state]}>{messages.states[state]}</Chip>
      </h2>
      <Facts
        rows={[
          [
            messages.signed,
            <span class="code">
              {signed.pay_status}; {signed.transaction_id}; {signed.order_id}
            </span>,
          ],
          [messages.reference, reference && <span class="code">{reference}</span>],
          [messages.order, orderId && <a href={`/orders/${orderId}`}>{orderId}</a>],
          [messages.at, formatTime(at, language, 'second')],
          [messages.tries, formatNumber(tries, language)],
          [messages.next, nextAt && formatTime(nextAt, language, 'second')],
        ]}
      />
      <ReasonForm
        c={c}
        action={`/callbacks/${seq}/replay`}
        label={messages.replay}
        hint={messages.replayHint}
      />
    </section>
  )
}

/** Shows stored callbacks, or an error for an invalid filter or cursor. */
export function showCallbacks(
  c: ConsoleContext,
  page: CallbackPage | 'wrong_filter',
): Response | Promise<Response> {
  const messages = callbackMessages[c.var.language]
  const replayed = new Map(Object.entries(messages.outcomes)).get(c.req.query('replayed') ?? '')
  return showPage(c, {
    title: messages.callbacks,
    status: page === 'wrong_filter' ? 400 : 200,
    content: (
      <>
        {replayed !== undefined && (
          <p class="notice" role="status">
            {replayed}
          </p>
        )}
        <p class="soft">{messages.intro}</p>
        <p class="soft">{messages.rejected}</p>
        <StateFilter c={c} path="/callbacks" states={messages.listStates} labels={messages}>
          <div class="field">
            <label for="filter-order">{messages.orderFilter}</label>
            <input id="filter-order" name="orderId" value={c.req.query('orderId') ?? ''} />
          </div>
        </StateFilter>
        {page === 'wrong_filter' && (
          <p class="problem" role="alert">
            {messages.wrongFilter} <a href="/callbacks">{messages.clear}</a>
          </p>
        )}
        {page !== 'wrong_filter' && page.callbacks.length === 0 && (
          <section class="card">
            <p class="soft">{messages.none}</p>
          </section>
        )}
        {page !== 'wrong_filter' &&
          page.callbacks.map((callback) => <Callback c={c} callback={callback} />)}
        {page !== 'wrong_filter' && <Pager c={c} cursor={page.cursor} />}
      </>
    ),
  })
}
