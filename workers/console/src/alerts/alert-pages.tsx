import type { Alert, AlertPage, AlertState } from '@merchant-edge/orders/api'
import { formatNumber, formatTime } from '@merchant-edge/pages'
import { ReasonForm } from '../forms/reason-form.tsx'
import { StateFilter } from '../forms/state-filter.tsx'
import { Chip, type Tone } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { Pager } from '../layout/pager.tsx'
import { factRows } from '../layout/facts/fact-text.tsx'
import { showPage } from '../layout/show-page.tsx'
import { alertKindsByTitle, alertTitle } from '../runbook/alert-titles.ts'
import { closingText } from '../runbook/closing-texts.ts'
import { RunbookWords } from '../runbook/runbook-words.tsx'
import { runbookOf } from '../runbook/runbook-of.ts'
import { leadsOf } from './leads.ts'
import { alertMessages } from './messages.ts'

const tones: Readonly<Record<AlertState, Tone>> = {
  open: 'bad',
  acknowledged: 'warn',
  closed: 'plain',
}

function StateChip({ c, state }: { readonly c: ConsoleContext; readonly state: AlertState }) {
  return <Chip tone={tones[state]}>{alertMessages[c.var.language].states[state]}</Chip>
}

function Alerts({ c, page }: { readonly c: ConsoleContext; readonly page: AlertPage }) {
  const { language } = c.var
  const messages = alertMessages[language]
  if (page.alerts.length === 0) return <p class="soft">{messages.none}</p>
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.kind}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col">{messages.about}</th>
          <th scope="col">{messages.raised}</th>
          <th scope="col" class="right">
            {messages.times}
          </th>
        </tr>
      </thead>
      <tbody>
        {page.alerts.map((alert) => (
          <tr>
            <td data-label={messages.kind}>
              <a href={`/alerts/${alert.id}`}>{alertTitle(alert.kind, language)}</a>
            </td>
            <td data-label={messages.state}>
              <StateChip c={c} state={alert.state} />
            </td>
            <td data-label={messages.about}>
              <span class="code">{alert.subject}</span>
            </td>
            <td data-label={messages.raised} class="number">
              {formatTime(alert.lastRaisedAt, language, 'second')}
            </td>
            <td data-label={messages.times} class="right number">
              {formatNumber(alert.timesRaised, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the alerts of a state, or an error for an invalid filter or cursor. */
export function showAlerts(
  c: ConsoleContext,
  page: AlertPage | 'wrong_filter',
): Response | Promise<Response> {
  const messages = alertMessages[c.var.language]
  const { any: _any, ...labels } = messages
  return showPage(c, {
    title: messages.alerts,
    status: page === 'wrong_filter' ? 400 : 200,
    isLive: true,
    content: (
      <>
        <StateFilter c={c} path="/alerts" states={messages.states} labels={labels}>
          <div class="field">
            <label for="filter-kind">{messages.kind}</label>
            <select id="filter-kind" name="kind">
              <option value="">{messages.any}</option>
              {alertKindsByTitle(c.var.language).map(([kind, title]) => (
                <option value={kind} selected={c.req.query('kind') === kind}>
                  {title}
                </option>
              ))}
            </select>
          </div>
        </StateFilter>
        <section class="card">
          {page === 'wrong_filter' ? (
            <p class="problem" role="alert">
              {messages.wrongFilter} <a href="/alerts">{messages.clear}</a>
            </p>
          ) : (
            <>
              <Alerts c={c} page={page} />
              <Pager c={c} cursor={page.cursor} />
            </>
          )}
        </section>
      </>
    ),
  })
}

function About({ c, alert }: { readonly c: ConsoleContext; readonly alert: Alert }) {
  const { language } = c.var
  const messages = alertMessages[language]
  const runbook = runbookOf(alert, language)
  const leads = leadsOf(alert, messages)
  const closing = closingText(alert, language)
  return (
    <section class="card">
      <h2>{messages.meaning}</h2>
      <p lang={runbook.language}>
        <RunbookWords text={runbook.meaning} language={runbook.language} />
      </p>
      <h2>{messages.remedy}</h2>
      <p lang={runbook.language}>
        <RunbookWords text={runbook.remedy} language={runbook.language} />
      </p>
      {closing !== undefined && (
        <p class="soft">
          {messages.closesOnce} {closing}.
        </p>
      )}
      {leads.length > 0 && (
        <>
          <h2>{messages.leads}</h2>
          <p class="actions">
            {leads.map(({ label, href }) => (
              <a class="button" href={href}>
                {label}
              </a>
            ))}
          </p>
        </>
      )}
    </section>
  )
}

function WhatIsKnown({ c, alert }: { readonly c: ConsoleContext; readonly alert: Alert }) {
  const { language } = c.var
  const messages = alertMessages[language]
  const { acknowledged, closed } = alert
  const facts = factRows({ ...alert, language })
  const byWhom = (action: typeof closed) =>
    action &&
    `${action.staffId ?? messages.closedByItself}, ${formatTime(action.at, language, 'second')}`
  return (
    <section class="card">
      <Facts
        rows={[
          [messages.state, <StateChip c={c} state={alert.state} />],
          [messages.kind, <span class="code">{alert.kind}</span>],
          [messages.about, <span class="code">{alert.subject}</span>],
          [messages.raised, formatTime(alert.lastRaisedAt, language, 'second')],
          [messages.first, formatTime(alert.at, language, 'second')],
          [messages.times, formatNumber(alert.timesRaised, language)],
          [messages.acknowledged, byWhom(acknowledged)],
          [messages.closed, byWhom(closed)],
        ]}
      />
      {facts.length > 0 && (
        <>
          <h2>{messages.facts}</h2>
          <Facts rows={facts} />
        </>
      )}
    </section>
  )
}

/** Shows an alert with its runbook and the possible actions. */
export function showAlert(c: ConsoleContext, alert: Alert): Response | Promise<Response> {
  const messages = alertMessages[c.var.language]
  const done = c.req.query('done')
  return showPage(c, {
    title: alertTitle(alert.kind, c.var.language),
    isLive: alert.state !== 'closed',
    content: (
      <>
        {(done === 'changed' || done === 'unchanged') && (
          <p class={done === 'changed' ? 'notice good' : 'notice warn'} role="status">
            {messages[done]}
          </p>
        )}
        <div class="columns">
          <div>
            <About c={c} alert={alert} />
            {alert.state !== 'closed' && c.var.operator.role === 'money' && (
              <section class="card">
                {alert.state === 'open' && (
                  <ReasonForm
                    c={c}
                    action={`/alerts/${alert.id}/acknowledge`}
                    label={messages.acknowledge}
                  />
                )}
                <ReasonForm
                  c={c}
                  action={`/alerts/${alert.id}/close`}
                  label={messages.close}
                  hint={messages.closeHint}
                />
              </section>
            )}
          </div>
          <WhatIsKnown c={c} alert={alert} />
        </div>
      </>
    ),
  })
}
