import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  findEvent,
  findOrder,
  findTransfer,
  listEndpoints,
  listEvents,
  listServiceCalls,
} from '@merchant-edge/orders'
import type {
  CalledAbout,
  EventFilter,
  ProposalFilter,
  UndecidedFilter,
} from '@merchant-edge/orders/api'
import {
  findReconciliation,
  listDifferences,
  listDifferencesAbout,
  listReconciliations,
  listUndecided,
  listUndecidedDifferences,
  type DifferencesFilter,
  type DifferenceSubject,
} from '@merchant-edge/orders/daily-files'
import {
  alertsForOperator,
  findProposal,
  listProposals,
  type OperatorAlertFilter,
} from '@merchant-edge/orders/operators'
import {
  exportOrders,
  findLinkById,
  listCallbacks,
  listLinks,
  listOrders,
  listRefunds,
  listTransfers,
  transferTimeline,
  type CallbackFilter,
  type LinkFilter,
  type OrderFilter,
  type PageOf,
  type RefundFilter,
  type TransferFilter,
} from '@merchant-edge/orders/search'
import { readTakings, type TakingsRange } from '@merchant-edge/orders/takings'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'

/**
 * The methods that both read-only entrypoints of operators have: lists, searches and single
 * records. It is not an entrypoint itself; a method that it does not have is not reachable through
 * either.
 */
export abstract class StaffView extends WorkerEntrypoint<OrdersEnv> {
  find(id: string) {
    return findOrder(this.#context, id)
  }

  findTransfer(id: string) {
    return findTransfer(this.#context, id)
  }

  listAlerts(filter: OperatorAlertFilter) {
    return alertsForOperator(this.#context, filter)
  }

  listOrders(filter: OrderFilter & PageOf) {
    return listOrders(this.#context, filter)
  }

  async exportOrders(filter: OrderFilter) {
    return exportOrders(this.#context, filter)
  }

  listRefunds(filter: RefundFilter & PageOf) {
    return listRefunds(this.#context, filter)
  }

  findProposal(id: string) {
    return findProposal(this.#context, id)
  }

  listProposals(filter: ProposalFilter) {
    return listProposals(this.#context, filter)
  }

  listTransfers(filter: TransferFilter & PageOf) {
    return listTransfers(this.#context, filter)
  }

  transferTimeline(id: string) {
    return transferTimeline(this.#context, id)
  }

  listLinks(filter: LinkFilter & PageOf) {
    return listLinks(this.#context, filter)
  }

  findLinkById(id: string) {
    return findLinkById(this.#context, id)
  }

  async listDifferencesAbout(about: DifferenceSubject, id: string) {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? [] : listDifferencesAbout(context, about, id)
  }

  listServiceCalls(about: CalledAbout, id: string) {
    return listServiceCalls(this.#context, about, id)
  }

  listCallbacks(filter: CallbackFilter & PageOf) {
    return listCallbacks(this.#context, filter)
  }

  listEvents(filter: EventFilter) {
    return listEvents(this.#context, filter)
  }

  findEvent(key: string) {
    return findEvent(this.#context, key)
  }

  listEndpoints() {
    return listEndpoints(this.#context)
  }

  async reconciliation(day: string) {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? null : findReconciliation(context, day)
  }

  async listReconciliations() {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? [] : listReconciliations(context)
  }

  async listDifferences(filter: DifferencesFilter) {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) return { outcome: 'not_compared' } as const
    return listDifferences(context, filter)
  }

  async listUndecidedDifferences() {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? { days: [], differences: [] } : listUndecidedDifferences(context)
  }

  listUndecided(filter: UndecidedFilter = {}) {
    return listUndecided(this.#context, filter)
  }

  takings(range: TakingsRange) {
    return readTakings(this.#context, range)
  }

  get #context() {
    return contextOf(this.env)
  }
}
