import { writtenDay } from '@merchant-edge/pages'
import type {
  ClearedDifference,
  DayDifference,
  DifferenceVerdict,
  DifferenceVerdictKind,
} from '@merchant-edge/orders/api'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showNotFound, showNotice } from '../layout/notice-page.tsx'
import { choicesOf } from '../verdicts/choices.ts'
import {
  addressOfDifference,
  readPlace,
  type DifferencePlace,
} from '../verdicts/difference-place.ts'
import type { VerdictCase } from '../verdicts/verdict-case.ts'
import { amountsOf, inWords } from './both-rows.tsx'
import { dailyFilesMessages } from './messages.ts'

const kinds: readonly DifferenceVerdictKind[] = ['ours', 'service', 'explained']

/** The place of the difference in the address; `undefined` when the address is malformed. */
export function placeOfAddress(c: ConsoleContext): DifferencePlace | undefined {
  const { day, run, position } = c.req.param()
  return readPlace(day, run, position)
}

/**
 * Shows that the day was compared again since the difference was opened, and that nothing was
 * decided.
 */
export function showComparedAnew(c: ConsoleContext, day: string): Response | Promise<Response> {
  const messages = dailyFilesMessages[c.var.language]
  return showNotice(c, {
    title: messages.comparedAnew.title,
    text: messages.comparedAnew.text,
    status: 409,
    actions: (
      <a class="button main" href={`/daily-files/${day}`}>
        {messages.back}
      </a>
    ),
  })
}

/**
 * Shows that the files of a later day have cleared the difference, and that nothing was decided.
 */
function showCleared(
  c: ConsoleContext,
  place: DifferencePlace,
  { on, status }: ClearedDifference,
): Response | Promise<Response> {
  const messages = dailyFilesMessages[c.var.language]
  return showNotice(c, {
    title: messages.clearedTitle,
    text: messages.clearedText(status, writtenDay(on)),
    status: 409,
    actions: (
      <a class="button main" href={addressOfDifference(place)}>
        {layoutMessages[c.var.language].back}
      </a>
    ),
  })
}

/** The author, reason and time of a verdict, for display. */
function lineOf({ verdict, staffId, reason, at }: DifferenceVerdict) {
  const facts = { known: 'word of a person', staff_id: staffId, verdict_reason: reason, verdict }
  return { seq: 0, at, kind: 'difference.decided', facts }
}

function caseOf(c: ConsoleContext, place: DifferencePlace, difference: DayDifference): VerdictCase {
  const messages = dailyFilesMessages[c.var.language]
  const { ours, theirs } = amountsOf(difference, c.var.language)
  const { verdict } = difference
  return {
    title: messages.decideTitle(writtenDay(place.day)),
    facts: [
      [messages.what, messages.types[difference.type]],
      [messages.difference, inWords(difference, messages)],
      [messages.ours, ours],
      [messages.theirs, theirs],
    ],
    choices: choicesOf(messages.verdictChoices, kinds),
    isOpen: verdict === undefined,
    ...(verdict !== undefined && { settledBy: lineOf(verdict) }),
    page: addressOfDifference(place),
    async settle({ choice, reason, staffId }) {
      const chosen = kinds.find((kind) => kind === choice)
      if (chosen === undefined) return 'not_found'
      const { runId, position, day } = place
      const word = { runId, position, verdict: chosen, reason, staffId }
      const { outcome } = await c.env.CONSOLE_MONEY.decideDifference(day, word)
      if (outcome === 'decided') return 'settled'
      return outcome === 'decided_before' ? 'not_unknown' : 'not_found'
    },
  }
}

/**
 * The difference in the address, for the verdict form, or the page that explains why there is none.
 */
export async function differenceCase(c: ConsoleContext): Promise<VerdictCase | Response> {
  const place = placeOfAddress(c)
  if (place === undefined) return showNotFound(c)
  const { day, runId, position } = place
  const found = await c.env.CONSOLE_VIEW.findDifference(day, runId, position)
  if (found === null) return showComparedAnew(c, day)
  const { verdict, cleared } = found
  if (verdict === undefined && cleared !== undefined) return showCleared(c, place, cleared)
  return caseOf(c, place, found)
}
