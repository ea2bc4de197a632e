import type { ReconciliationView, UndecidedDay } from '@merchant-edge/orders/api'
import { formatNumber, writtenDay } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { showPage } from '../layout/show-page.tsx'
import { dailyFilesMessages } from './messages.ts'

const tones: Readonly<Record<ReconciliationView['state'], Tone>> = {
  waiting: 'plain',
  done: 'good',
  stopped: 'bad',
}

/** State of the comparison of a day. */
export function DayStateChip({
  c,
  day,
}: {
  readonly c: ConsoleContext
  readonly day: ReconciliationView
}) {
  const messages = dailyFilesMessages[c.var.language]
  return <Chip tone={tones[day.state]}>{messages.states[day.state]}</Chip>
}

function Days({
  c,
  days,
  undecided,
}: {
  readonly c: ConsoleContext
  readonly days: readonly ReconciliationView[]
  readonly undecided: readonly UndecidedDay[]
}) {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.day}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col" class="right">
            {messages.agree}
          </th>
          <th scope="col" class="right">
            {messages.differing}
          </th>
          <th scope="col" class="right">
            {messages.undecided}
          </th>
          <th scope="col" class="right">
            {messages.settled}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => {
          const totals = day.run?.totals
          const cell = totals === undefined ? 'right none' : 'right number'
          const differing =
            totals && totals.counts['01'] + totals.counts['02'] + totals.counts['03']
          const numberOf = (value: number | undefined) =>
            value === undefined ? '–' : formatNumber(value, language)
          return (
            <tr>
              <td data-label={messages.day}>
                <a href={`/daily-files/${day.day}`}>{writtenDay(day.day)}</a>
              </td>
              <td data-label={messages.state}>
                <DayStateChip c={c} day={day} />
              </td>
              <td data-label={messages.agree} class={cell}>
                {numberOf(totals?.counts['00'])}
              </td>
              <td data-label={messages.differing} class={cell}>
                {numberOf(differing)}
              </td>
              <td data-label={messages.undecided} class={cell}>
                {numberOf(totals && (undecided.find((one) => one.day === day.day)?.undecided ?? 0))}
              </td>
              <td data-label={messages.settled} class={cell}>
                {numberOf(totals?.settled)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Shows the tracked days, newest first. */
export function showDays(
  c: ConsoleContext,
  days: readonly ReconciliationView[],
  undecided: readonly UndecidedDay[],
): Response | Promise<Response> {
  const messages = dailyFilesMessages[c.var.language]
  return showPage(c, {
    title: messages.files,
    content: (
      <>
        <p class="soft">{messages.intro}</p>
        <p class="actions">
          <a class="button" href="/daily-files/undecided">
            {messages.undecidedLead}
          </a>
        </p>
        <section class="card">
          {days.length === 0 ? (
            <p class="soft">{messages.noDays}</p>
          ) : (
            <Days c={c} days={days} undecided={undecided} />
          )}
        </section>
      </>
    ),
  })
}
