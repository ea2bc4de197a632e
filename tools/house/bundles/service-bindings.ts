/** The entrypoint of the orders Worker behind a binding. */
export interface OrdersBinding {
  readonly name: string
  readonly entrypoint: string
}

type Bindings = Readonly<Record<string, OrdersBinding>>

/**
 * The bindings of the public Workers to the orders Worker, from their wrangler.jsonc.
 *
 * @param orders name of the orders Worker in the house
 */
export function ordersBindings(worker: 'ipn' | 'checkout' | 'console', orders: string): Bindings {
  const entrypoint = (name: string): OrdersBinding => ({ name: orders, entrypoint: name })
  if (worker === 'ipn') return { CALLBACKS: entrypoint('Callbacks') }
  if (worker === 'console') {
    return {
      CONSOLE_VIEW: entrypoint('ConsoleView'),
      CONSOLE_MONEY: entrypoint('ConsoleMoney'),
      CONSOLE_SIGN_INS: entrypoint('ConsoleSignIns'),
    }
  }
  return {
    ORDERS: entrypoint('Orders'),
    PUBLIC_PAGES: entrypoint('PublicPages'),
    LOYALTY: entrypoint('Loyalty'),
    OPERATOR_VIEW: entrypoint('OperatorView'),
    OPERATOR_MONEY: entrypoint('OperatorMoney'),
    OPERATOR_SIGN_INS: entrypoint('OperatorSignIns'),
  }
}
