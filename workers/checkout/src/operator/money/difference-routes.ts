import type {
  DayDifference,
  DifferencesFilter,
  DifferencesOutcome,
  DifferenceVerdictOutcome,
  PlacedDifference,
} from '@merchant-edge/orders/api'
import { differencesPage } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  ApiFailure,
  type ApiError,
  callOrders,
  errorAnswer,
  methodRefused,
} from '../../api/api-error.ts'
import { readJson, requireNoFields } from '../../api/read-json.ts'
import { cursorDescription, readQuery, rowsInQuery } from '../../api/read-query.ts'
import { fieldProblem } from '../../api/rule-schema.ts'
import { dayInvalid, isVietnamDay } from '../../daily-files/asked-day.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { actionReason, asOperator } from '../access/staff-action.ts'

/** The query of `GET /operator/differences/{day}`. */
export const differenceQuery = v.strictObject({
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{32}-\d{1,12}$/, 'must be the one that the page before has given'),
      v.description(cursorDescription),
    ),
  ),
  limit: v.exactOptional(rowsInQuery(differencesPage)),
})

/** The body of `POST /operator/differences/{day}/{runId}/{position}/decide`. */
export const newDifferenceVerdict = v.strictObject(
  {
    verdict: v.pipe(
      v.picklist(['ours', 'service', 'explained'], 'must be ours, service or explained'),
      v.description(
        '`ours`: our row is right, and the service corrects its row; `service`: the row of the service is right; `explained`: both are right.',
      ),
    ),
    reason: actionReason,
  },
  fieldProblem,
)

const remedyOfPlace = 'Copy the day, the run id and the position of the difference from its list.'

const runIdInvalid: ApiError = {
  reason: 'invalid_field',
  message: 'runId must be 32 hexadecimal digits, in small letters.',
  remedy: remedyOfPlace,
  fields: ['runId'],
}

const positionInvalid: ApiError = {
  reason: 'invalid_field',
  message: 'position must be a whole number of at most 12 digits.',
  remedy: remedyOfPlace,
  fields: ['position'],
}

function requireField(condition: boolean, error: ApiError): void {
  if (!condition) throw new ApiFailure(400, error)
}

/** The run of a day to which a difference belongs. */
interface Place {
  readonly day: string
  readonly runId: string
}

function placed({ day, runId }: Place, difference: DayDifference): PlacedDifference {
  return { day, runId, ...difference }
}

function answerPage(
  c: Context,
  { day, cursor }: DifferencesFilter,
  outcome: DifferencesOutcome,
): Response {
  switch (outcome.outcome) {
    case 'listed': {
      const { outcome: _listed, runId, differences, ...page } = outcome
      const place = { day, runId }
      return c.json({
        ...place,
        ...page,
        differences: differences.map((one) => placed(place, one)),
      })
    }
    case 'not_compared':
      return errorAnswer(c, {
        status: 404,
        error: {
          reason: 'not_compared',
          message: 'No comparison of this day is finished, so its differences are not known.',
          remedy: `GET /operator/runs/${day} says whether a file is missing, or why the comparison was stopped.`,
        },
      })
    case 'compared_anew':
      return errorAnswer(c, {
        status: 409,
        error: {
          reason: 'compared_anew',
          message:
            'The day was compared anew since the page before, and has other differences now.',
          remedy: 'Start over with the first page.',
        },
      })
    case 'not_kept':
      break
  }
  return errorAnswer(c, {
    status: 410,
    total: outcome.total,
    error: {
      reason: 'not_kept',
      message:
        cursor === undefined
          ? 'The rows of both sides of this day are not kept.'
          : 'No page begins at this cursor, or the rows of both sides are no longer kept.',
      remedy:
        cursor === undefined
          ? `The result file of the run lists the differences: GET /operator/runs/${day} names it.`
          : 'Start over with the first page.',
    },
  })
}

function remedyOfCleared({ cleared }: PlacedDifference): string {
  if (cleared === undefined || cleared.status === '00') {
    return 'Both sides agree, and there is nothing to decide. If a file of that day is replaced by one without the row, the difference waits for a verdict again.'
  }
  return `The sides still differ on that day: GET /operator/differences/${cleared.on} lists the difference that is to be decided instead.`
}

function answerVerdict(c: Context, place: Place, outcome: DifferenceVerdictOutcome): Response {
  if (outcome.outcome === 'not_standing') {
    return errorAnswer(c, {
      status: 404,
      ...outcome,
      error: {
        reason: 'not_standing',
        message:
          'The current comparison of this day has no difference at this place; nothing was recorded.',
        remedy: `The day may have been compared anew, with another file: see what stands with GET /operator/differences/${place.day}.`,
      },
    })
  }
  const difference = placed(place, outcome.difference)
  if (outcome.outcome === 'decided') return c.json({ ...outcome, difference })
  if (outcome.outcome === 'cleared') {
    const on = difference.cleared?.on ?? 'a later day'
    return errorAnswer(c, {
      status: 409,
      ...outcome,
      difference,
      error: {
        reason: 'cleared',
        message: `The files of ${on} have cleared this difference; nothing was recorded.`,
        remedy: remedyOfCleared(difference),
      },
    })
  }
  const { verdict } = difference
  const given =
    verdict === undefined
      ? 'Somebody has decided'
      : `${verdict.staffId} has decided "${verdict.verdict}" on`
  return errorAnswer(c, {
    status: 409,
    ...outcome,
    difference,
    error: {
      reason: 'decided_before',
      message: `${given} this difference before; nothing was recorded.`,
      remedy: `That verdict stands for these rows; read its reason with GET /operator/differences/${place.day}.`,
    },
  })
}

/**
 * Differences of the daily files for an operator. `GET /differences` lists those that wait for a
 * verdict, `GET /differences/{day}` those of a day in pages: 404 not compared, 409 compared anew
 * since the page before, 410 the rows are not kept. `POST
 * /differences/{day}/{runId}/{position}/decide` records a verdict: 404 the difference does not
 * stand, 409 it is decided, or the files of a later day have cleared it.
 */
export function differenceRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/differences', async (c) => {
    await requireNoFields(c)
    return c.json(await callOrders(() => c.env.OPERATOR_VIEW.listUndecidedDifferences()))
  })
  routes.all('/differences', () => methodRefused('GET'))
  routes.get('/differences/:day', async (c) => {
    const day = c.req.param('day')
    const page = readQuery(c, differenceQuery)
    requireField(isVietnamDay(day), dayInvalid)
    const filter = { day, ...page }
    return answerPage(
      c,
      filter,
      await callOrders(() => c.env.OPERATOR_VIEW.listDifferences(filter)),
    )
  })
  routes.all('/differences/:day', () => methodRefused('GET'))
  routes.post('/differences/:day/:runId/:position/decide', async (c) => {
    const { day, runId, position } = c.req.param()
    const verdict = asOperator(c, await readJson(c, newDifferenceVerdict))
    requireField(isVietnamDay(day), dayInvalid)
    requireField(/^[0-9a-f]{32}$/.test(runId), runIdInvalid)
    requireField(/^(?:0|[1-9]\d{0,11})$/.test(position), positionInvalid)
    const word = { ...verdict, runId, position: Number(position) }
    const outcome = await callOrders(() => c.env.OPERATOR_MONEY.decideDifference(day, word))
    return answerVerdict(c, { day, runId }, outcome)
  })
  routes.all('/differences/:day/:runId/:position/decide', () => methodRefused('POST'))
  return routes
}
