import type { Alert, ReconciliationView, Takings } from '@merchant-edge/orders/api'
import { dayOfTime, dayPlus, formatTime, writtenDay } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { StoreSelect } from '../forms/store-select.tsx'
import { showPage } from '../layout/show-page.tsx'
import { alertTitle } from '../runbook/alert-titles.ts'
import { todayMessages } from './messages.ts'
import type { ReadRange } from './read-range.ts'
import { TakingsOfRange } from './takings-of-range.tsx'

/** Data of the page. */
export interface ShownToday {
  readonly read: ReadRange
  /** Missing when the range is invalid. */
  readonly takings?: Takings
  /** Alerts that wait for a person; missing for an operator of some stores. */
  readonly alerts?: readonly Alert[]
  /**
   * Days whose files are late or whose comparison was stopped; missing for an operator of some
   * stores.
   */
  readonly files?: readonly ReconciliationView[]
}

function StoreField({ c, storeCode = '' }: { c: ConsoleContext; storeCode?: string | undefined }) {
  const messages = todayMessages[c.var.language]
  if (c.var.operator.stores !== undefined) {
    return <StoreSelect c={c} id="storeCode" chosen={storeCode} />
  }
  return (
    <div class="field">
      <label for="storeCode">{messages.store}</label>
      <input id="storeCode" name="storeCode" value={storeCode} placeholder={messages.everyStore} />
    </div>
  )
}

function Days({ c, read }: { readonly c: ConsoleContext; readonly read: ReadRange }) {
  const messages = todayMessages[c.var.language]
  const { from, to, storeCode } = read.range
  const today = dayOfTime(c.var.now)
  const address = (day: string) =>
    `?${new URLSearchParams({
      from: day,
      ...(storeCode !== undefined && { storeCode }),
    }).toString()}`
  return (
    <div class="days">
      <form method="get" action="/today" autocomplete="off">
        <div class="field">
          <label for="from">{messages.day}</label>
          <input id="from" name="from" type="date" value={from} max={today} required />
        </div>
        <div class="field">
          <label for="to">{messages.until}</label>
          <input id="to" name="to" type="date" value={to === from ? '' : to} />
        </div>
        <StoreField c={c} storeCode={storeCode} />
        <button class="main">{messages.show}</button>
      </form>
      <div class="steps">
        <a class="button" href={address(dayPlus(from, -1))}>
          {messages.before}
        </a>
        {to < today && (
          <a class="button" href={address(dayPlus(to, 1))}>
            {messages.after}
          </a>
        )}
      </div>
    </div>
  )
}

function Alerts({ c, alerts }: { readonly c: ConsoleContext; readonly alerts: readonly Alert[] }) {
  const { language } = c.var
  const messages = todayMessages[language]
  return (
    <section class="card">
      <h2>{messages.alerts}</h2>
      {alerts.length === 0 && <p class="soft">{messages.noAlerts}</p>}
      {alerts.length > 0 && (
        <ul class="rows">
          {alerts.map(({ id, kind, subject, lastRaisedAt }) => (
            <li>
              <a href={`/alerts/${id}`}>{alertTitle(kind, language)}</a>{' '}
              <span class="code">{subject}</span>{' '}
              <small class="soft">{formatTime(lastRaisedAt, language, 'minute')}</small>
            </li>
          ))}
        </ul>
      )}
      <p class="screen-only">
        <a href="/alerts">{messages.allAlerts}</a>
      </p>
    </section>
  )
}

function Files({
  c,
  files,
}: {
  readonly c: ConsoleContext
  readonly files: readonly ReconciliationView[]
}) {
  const messages = todayMessages[c.var.language]
  return (
    <section class="card">
      <h2>{messages.files}</h2>
      {files.length === 0 && <p class="soft">{messages.noFiles}</p>}
      {files.length > 0 && (
        <ul class="rows">
          {files.map(({ day, state }) => (
            <li>
              <a href={`/daily-files/${day}`}>{writtenDay(day)}</a>{' '}
              <span class="soft">
                {state === 'stopped' ? messages.fileStates.stopped : messages.fileStates.waiting}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows the takings of one or several days, and what waits for a person. */
export function showToday(
  c: ConsoleContext,
  { read, takings, alerts, files }: ShownToday,
): Response | Promise<Response> {
  const { language, now } = c.var
  const messages = todayMessages[language]
  const { from, to, storeCode, storeCodes } = read.range
  const isToday = from === dayOfTime(now) && to === from
  const days = from === to ? writtenDay(from) : `${writtenDay(from)} – ${writtenDay(to)}`
  // On paper only the title says of which store these takings are.
  const stores = storeCode ?? storeCodes?.join(', ')
  const name = stores === undefined ? days : `${days}, ${stores}`
  return showPage(c, {
    title: isToday ? `${messages.today}, ${name}` : `${messages.takings}, ${name}`,
    status: read.problem === undefined ? 200 : 400,
    isLive: isToday,
    content: (
      <>
        {read.problem !== undefined && (
          <p class="notice bad" role="alert">
            {read.problem === 'range' ? messages.wrongRange : messages.wrongStore}
          </p>
        )}
        <Days c={c} read={read} />
        {takings !== undefined && <TakingsOfRange takings={takings} language={language} />}
        {(alerts !== undefined || files !== undefined) && (
          <div class="columns">
            {alerts !== undefined && <Alerts c={c} alerts={alerts} />}
            {files !== undefined && <Files c={c} files={files} />}
          </div>
        )}
      </>
    ),
  })
}
