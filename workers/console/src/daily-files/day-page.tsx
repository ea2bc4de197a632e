import type { DifferencesOutcome, ReconciliationView } from '@merchant-edge/orders/api'
import { formatNumber, formatTime, type Language, writtenDay } from '@merchant-edge/pages'
import { stopInVietnamese } from '@merchant-edge/reconcile/vi'
import { ReasonForm } from '../forms/reason-form.tsx'
import { Chip } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts, type Fact } from '../layout/facts/facts.tsx'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { DayStateChip } from './day-list-page.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { dailyFilesMessages } from './messages.ts'

/** What the page of a day shows. */
export interface ShownDay {
  readonly day: ReconciliationView
  readonly differences: DifferencesOutcome
}

type Run = NonNullable<ReconciliationView['run']>

function countsOf<Name extends string>(
  c: ConsoleContext,
  counts: Readonly<Record<Name, number>>,
  names: Readonly<Record<string, string>>,
) {
  const texts = Object.entries(names).map(([key, name]) => {
    const count = new Map(Object.entries<number>(counts)).get(key) ?? 0
    return `${name}: ${formatNumber(count, c.var.language)}`
  })
  return texts.join(' · ')
}

/** Why a run was stopped and what to do, with the code beside it. */
function StopText({
  error: { code, message },
  language,
}: {
  readonly error: NonNullable<Run['error']>
  readonly language: Language
}) {
  const told = language === 'vi' ? stopInVietnamese(code, message) : message
  return (
    <span>
      {told ?? <span lang="en">{message}</span>}
      <small class="stored">{code}</small>
    </span>
  )
}

function factsOfRun(c: ConsoleContext, run: Run): readonly Fact[] {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  const { totals, bridgeCloses, error, forced } = run
  return [
    [messages.made, formatTime(run.at, language, 'second')],
    [messages.agree, totals && formatNumber(totals.counts['00'], language)],
    [messages.differing, totals && countsOf(c, totals.counts, messages.counts)],
    [messages.settled, totals && formatNumber(totals.settled, language)],
    [messages.exceptions, totals && countsOf(c, totals.exceptions, messages.exceptionNames)],
    [
      messages.carried,
      totals && formatNumber(totals.carried.open + totals.carried.added, language),
    ],
    [
      messages.bridge,
      bridgeCloses === undefined ? undefined : (
        <Chip tone={bridgeCloses ? 'good' : 'bad'}>
          {bridgeCloses ? messages.yes : messages.no}
        </Chip>
      ),
    ],
    [messages.stopped, error && <StopText error={error} language={language} />],
    [
      messages.forced,
      forced &&
        `${formatTime(forced.at, language, 'second')}, ${messages.forcedBefore} ${forced.code}`,
    ],
    [messages.run, <span class="code">{run.id}</span>],
  ]
}

function AboutDay({ c, day }: { readonly c: ConsoleContext; readonly day: ReconciliationView }) {
  const { language } = c.var
  const messages = dailyFilesMessages[language]
  const { partnerFile, run, serviceResult } = day
  return (
    <section class="card">
      <Facts
        rows={[
          [messages.state, <DayStateChip c={c} day={day} />],
          [
            messages.file,
            partnerFile &&
              `${partnerFile.name} · ${messages.rows}: ${formatNumber(partnerFile.rows, language)} · ${messages.leftOut}: ${formatNumber(partnerFile.leftOut, language)}`,
          ],
          ...(run === undefined ? [] : factsOfRun(c, run)),
          [
            messages.serviceSays,
            serviceResult && countsOf(c, serviceResult.counts, messages.counts),
          ],
        ]}
      />
      {day.state === 'waiting' && <p class="soft">{messages.waits}</p>}
      {day.state === 'stopped' && (
        <ReasonForm
          c={c}
          action={`/daily-files/${day.day}/force`}
          label={messages.force}
          hint={messages.forceHint}
        />
      )}
    </section>
  )
}

function Differences({ c, day, differences: found }: ShownDay & { readonly c: ConsoleContext }) {
  const messages = dailyFilesMessages[c.var.language]
  if (found.outcome === 'not_compared') return <></>
  if (found.outcome === 'compared_anew') {
    return (
      <p class="notice warn" role="status">
        {messages.anew} <a href={`/daily-files/${day.day}`}>{messages.firstPage}</a>
      </p>
    )
  }
  if (found.total === 0) return <p class="notice good">{messages.noDifferences}</p>
  if (found.outcome === 'not_kept') return <p class="notice">{messages.notKept}</p>
  return (
    <section class="card">
      <h2>
        {messages.differing} ({formatNumber(found.total, c.var.language)})
      </h2>
      <p class="soft">
        {messages.decidedOf(
          formatNumber(found.decided, c.var.language),
          formatNumber(found.total, c.var.language),
        )}
      </p>
      <DifferenceTable
        c={c}
        differences={found.differences.map((difference) => ({
          ...difference,
          day: day.day,
          runId: found.runId,
        }))}
      />
      <Pager c={c} cursor={found.cursor} />
    </section>
  )
}

/** Shows the comparison of a day and its differences. */
export function showDay(
  c: ConsoleContext,
  { day, differences }: ShownDay,
): Response | Promise<Response> {
  const messages = dailyFilesMessages[c.var.language]
  const forced = new Map(Object.entries(messages.forceOutcomes)).get(c.req.query('forced') ?? '')
  return showPage(c, {
    title: `${messages.files}, ${writtenDay(day.day)}`,
    content: (
      <>
        {forced !== undefined && (
          <p class="notice" role="status">
            {forced}
          </p>
        )}
        <AboutDay c={c} day={day} />
        <Differences c={c} day={day} differences={differences} />
      </>
    ),
  })
}
