import {
  differenceQuery,
  newDifferenceVerdict,
} from '@merchant-edge/checkout-worker/request-schemas'
import type { UndecidedDifferences } from '@merchant-edge/orders/api'
import * as v from 'valibot'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { difference } from './operator-record-views.ts'
import { differenceVerdictAnswers } from './operator-outcomes.ts'
import { cursor } from './operator-views.ts'
import { schemaOf } from '../shop/schema-of.ts'

const undecided = schemaOf<UndecidedDifferences>()(
  v.object({
    days: v.array(
      v.object({ day: v.string(), runId: v.string(), total: v.number(), undecided: v.number() }),
    ),
    differences: v.array(difference),
  }),
)

/** The operator routes for differences of the daily files. */
export const operatorDifferenceRoutes: readonly OperatorRoute[] = [
  {
    name: 'listUndecidedDifferences',
    method: 'get',
    path: '/operator/differences',
    summary:
      'Lists the days whose differences wait for a verdict, and the first 50 of these differences, oldest day first.',
    done: { status: 200, schema: undecided },
    others: {},
  },
  {
    name: 'listDifferences',
    method: 'get',
    path: '/operator/differences/{day}',
    summary:
      'Lists all differences of a day with the rows of both sides, sorted by wallet transaction code, in pages.',
    query: differenceQuery,
    done: {
      status: 200,
      schema: v.object({
        /** `YYYY-MM-DD`, a day of Vietnam. */
        day: v.string(),
        /** Id of the current run of the day. */
        runId: v.string(),
        /** Number of differences of the run. */
        total: v.number(),
        /** Number of differences that have a verdict, or that were cleared by later files. */
        decided: v.number(),
        /** Differences with the rows of both sides, sorted by wallet transaction code. */
        differences: v.array(difference),
        /** Where the next page begins; missing on the last one. */
        cursor,
      }),
    },
    others: {
      404: 'The day is not tracked, its files are not compared yet, or the comparison was stopped.',
      409: 'The day was compared again since the previous page: start over without a cursor.',
      410: {
        text: 'The rows of both sides are not stored, or no page begins at the cursor.',
        fields: v.object({
          total: v.pipe(v.number(), v.description('Number of differences of the run.')),
        }),
      },
    },
  },
  {
    name: 'decideDifference',
    method: 'post',
    path: '/operator/differences/{day}/{runId}/{position}/decide',
    summary:
      'Records the verdict of an operator on a difference. It changes no payment, refund or transfer.',
    body: newDifferenceVerdict,
    outcomes: differenceVerdictAnswers,
    done: { status: 200 },
    others: {
      404: 'The day has another current run, because a file was replaced, or the run has no difference at this position.',
      409: '`decided_before`: the difference has another verdict already. `cleared`: the files of a later day have cleared the difference, and `difference.cleared` says which day; there is nothing to decide, or the difference of that day is to be decided instead. The answer contains the difference, and nothing was recorded.',
    },
  },
]
