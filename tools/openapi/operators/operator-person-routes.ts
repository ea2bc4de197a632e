import { newErasure, personNamed } from '@merchant-edge/checkout-worker/request-schemas'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { erasureAnswers } from './operator-outcomes.ts'
import { personExport } from './operator-views.ts'

/** The operator routes for the personal data of a customer. */
export const operatorPersonRoutes: readonly OperatorRoute[] = [
  {
    name: 'exportPerson',
    method: 'post',
    path: '/operator/persons/export',
    summary:
      'Reads the stored personal data of a customer, named by customer id or phone number; at most 1,000 records of each kind.',
    body: personNamed,
    done: { status: 200, schema: personExport },
    others: {},
  },
  {
    name: 'erasePerson',
    method: 'post',
    path: '/operator/persons/erase',
    summary:
      'Erases the personal data of a customer. Amounts, states and the journal stay; they contain no personal data.',
    body: newErasure,
    outcomes: erasureAnswers,
    done: { status: 200 },
    others: {
      409: 'A wallet is still linked, or an order or a transfer is open; nothing was erased.',
    },
  },
]
