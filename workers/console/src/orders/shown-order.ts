import type {
  Alert,
  EventView,
  OrderView,
  PlacedDifference,
  ServiceCallView,
  StoredCallback,
} from '@merchant-edge/orders/api'
import type { ConsoleContext } from '../layout/console-hono.ts'

/** An order with all data of its page. */
export interface ShownOrder {
  readonly order: OrderView
  readonly events: readonly EventView[]
  readonly callbacks: readonly StoredCallback[]
  /** Calls to the service about the order, oldest first. */
  readonly serviceCalls: readonly ServiceCallView[]
  /** Differences of the daily files that name the order, newest day first. */
  readonly differences: readonly PlacedDifference[]
  /** Open alerts about the order, its payments and refunds. */
  readonly alerts: readonly Alert[]
}

/** The parts of an order's page read the same two things. */
export interface OrderProps {
  readonly c: ConsoleContext
  readonly shown: ShownOrder
}
