import type {
  ConsoleMoneyApi,
  ConsoleViewApi,
  DeskSignInsApi,
} from '@merchant-edge/orders/operators'
import type { ConfigurationApi } from '@merchant-edge/pages'

/** Bindings, variables and secrets of the operator's desk. */
export interface ConsoleEnv {
  /**
   * Environment: `local`, `sandbox`, `uat` or `production`; must be the same as in the orders
   * Worker.
   */
  readonly ENVIRONMENT?: string
  /** Sessions of operators. */
  readonly DB: D1Database
  /** The orders Worker, entrypoint `ConsoleView`: read-only calls. */
  readonly CONSOLE_VIEW: ConsoleViewApi & ConfigurationApi
  /** The orders Worker, entrypoint `ConsoleMoney`: actions of operators with the role `money`. */
  readonly CONSOLE_MONEY: ConsoleMoneyApi
  /** The orders Worker, entrypoint `ConsoleSignIns`: sign-ins of operators on a command line. */
  readonly CONSOLE_SIGN_INS: DeskSignInsApi
  /** Origin of the desk itself, such as `https://desk.example`. */
  readonly CONSOLE_URL: string
  /** Address of the identity server of the merchant's staff. */
  readonly AUTH_URL: string
  /** Client id at the identity server. */
  readonly CLIENT_ID: string
  /** Secret of the client `CLIENT_ID`. */
  readonly CLIENT_SECRET: string
  /** Seals sessions, at least 32 characters. */
  readonly SESSION_SECRET: string
  /** The previous SESSION_SECRET, until the sessions that it sealed have ended. */
  readonly SESSION_SECRET_PREVIOUS?: string
  /** How the identity server reports a second factor; format: `readSecondFactor`. */
  readonly SECOND_FACTOR?: string
  /** Operators of the desk as JSON; format: `findOperator`. */
  readonly CONSOLE_OPERATORS?: string
  /** Rate limit per client address; no limit without the binding. */
  readonly PAGE_LIMIT?: Pick<RateLimit, 'limit'>
}
