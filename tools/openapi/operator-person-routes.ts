import { newErasure, personNamed } from '@merchant-edge/checkout-worker/request-schemas'
import type { OperatorRoute } from './checkout-route.ts'
import { erasure, personExport } from './operator-views.ts'

/** The routes for operators about what is kept of a person. */
export const operatorPersonRoutes: readonly OperatorRoute[] = [
  {
    name: 'exportPerson',
    method: 'post',
    path: '/operator/persons/export',
    summary:
      'Reads what is kept of a person, named by customer or phone; at most 1,000 of each kind.',
    body: personNamed,
    done: { status: 200, schema: personExport },
    others: {},
  },
  {
    name: 'erasePerson',
    method: 'post',
    path: '/operator/persons/erase',
    summary: 'Erases a person. Amounts, states and the journal stay, and name nobody.',
    body: newErasure,
    done: { status: 200, schema: erasure },
    others: {
      409: 'A wallet is still linked, or orders or transfers are open; nothing was erased.',
    },
  },
]
