import type { DayDifference, ReconciliationView } from '@merchant-edge/orders/api'
import { now, orderView, type DeskParts } from './open-desk.ts'

/** The current run of the day. */
export const runId = '0123456789abcdef0123456789abcdef'

const columns = {
  invoiceCode: 'REF-1',
  walletCode: 'W1',
  amount: '50000',
  currency: 'VND',
  fee: '0',
  tax: '0',
  discount: '0',
  merchantCode: 'M1',
  mid: 'STORE-1',
  tid: 'POS-1',
  date: '01/09/2026',
  time: '10:00:00',
}

/** A payment for which the service names another amount. */
export const difference: DayDifference = {
  position: 120,
  status: '03',
  differs: ['amount'],
  type: '1',
  partner: { line: 3, origin: 'file', columns, status: '0', description: '', serviceCode: '' },
  service: [
    {
      line: 7,
      origin: 'file',
      columns: { ...columns, amount: '51000' },
      status: '0',
      description: '<b>tea</b>',
      serviceCode: 'T1',
    },
  ],
  ours: [{ kind: 'payment', id: 'REF-1', orderId: 'ORDER-1', state: 'paid' }],
}

/** A day whose files were compared. */
export function dayView(changes: Partial<ReconciliationView> = {}): ReconciliationView {
  return {
    day: '2026-09-01',
    state: 'done',
    run: {
      id: runId,
      at: now,
      partnerSha256: '',
      serviceSha256: '',
      totals: {
        counts: { '00': 9, '01': 0, '02': 0, '03': 1 },
        exceptions: { bad_checksum: 0, malformed: 0, duplicate: 0 },
        carried: { closed: 0, open: 0, added: 0 },
        settled: 2,
      },
      bridgeCloses: true,
    },
    ...changes,
  }
}

/** The answers of the orders Worker about the day. */
export const viewOfDay: DeskParts['view'] = {
  reconciliation: async () => dayView(),
  listReconciliations: async () => [dayView()],
  listDifferences: async () => ({
    outcome: 'listed',
    runId,
    total: 1,
    decided: 0,
    differences: [difference],
    cursor: `${runId}-240`,
  }),
  findDifference: async () => difference,
  listUndecidedDifferences: async () => ({
    days: [{ day: '2026-09-01', runId, total: 1, undecided: 1 }],
    differences: [{ ...difference, day: '2026-09-01', runId }],
  }),
  find: async () => orderView(),
  listCallbacks: async () => ({ callbacks: [] }),
}
