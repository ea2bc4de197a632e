import {
  linkQuery,
  newAction,
  proposalQuery,
  takingsQuery,
} from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { linkOfOperator, proposal, takings, undecided } from './operator-money-views.ts'
import { proposalRefusalAnswers } from './operator-outcomes.ts'
import { cursor } from './operator-views.ts'
import { link } from '../shop/worker-views.ts'

/** The routes for operators about proposed refunds, takings and linked wallets. */
export const operatorMoneyRoutes: readonly OperatorRoute[] = [
  {
    name: 'listProposals',
    method: 'get',
    path: '/operator/proposals',
    summary:
      'Lists refunds above the limit of one operator, at most 100: those that wait for a second person first, then earlier ones, the newest first.',
    query: proposalQuery,
    done: {
      status: 200,
      schema: v.object({
        /** Proposals that wait for a second person first, then the others, newest first. */
        proposals: v.array(proposal),
      }),
    },
    others: {},
  },
  {
    name: 'readProposal',
    method: 'get',
    path: '/operator/proposals/{id}',
    summary: 'Reads a proposed refund, with the decision about it.',
    done: { status: 200, schema: proposal },
    others: { 404: 'No refund with this id was proposed.' },
  },
  {
    name: 'refuseProposal',
    method: 'post',
    path: '/operator/proposals/{id}/refuse',
    summary:
      'Refuses a proposed refund; the operator who proposed it withdraws it this way. Nothing is returned. A proposal is approved at the desk only.',
    body: newAction,
    outcomes: proposalRefusalAnswers,
    done: { status: 200 },
    others: {
      404: 'No refund with this id was proposed.',
      409: 'Somebody has decided already, or the proposal has expired; nothing changed.',
    },
  },
  {
    name: 'readTakings',
    method: 'get',
    path: '/operator/takings',
    summary:
      'Reads payments and refunds of a day by its hours, or of several days by day; by store and by way to pay in any case.',
    query: takingsQuery,
    done: { status: 200, schema: takings },
    others: {},
  },
  {
    name: 'listUndecided',
    method: 'get',
    path: '/operator/undecided',
    summary:
      'Lists what waits for the verdict of an operator, the oldest first: payments with a linked wallet, disputed payments, orders that only a callback reports as paid, refunds and transfers; the oldest 100 of each kind.',
    done: { status: 200, schema: undecided },
    others: {},
  },
  {
    name: 'listLinks',
    method: 'get',
    path: '/operator/links',
    summary:
      'Lists linked wallets, and requests to link one, most recently changed first, in pages; those of erased customers are left out.',
    query: linkQuery,
    done: { status: 200, schema: v.object({ links: v.array(link), cursor }) },
    others: {},
  },
  {
    name: 'readLinkAsOperator',
    method: 'get',
    path: '/operator/links/{id}',
    summary: 'Reads a linked wallet with its calls to the service.',
    done: { status: 200, schema: linkOfOperator },
    others: { 404: 'There is no link with this id, or its customer was erased.' },
  },
]
