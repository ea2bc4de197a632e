import type {
  ConsoleMoneyApi,
  ConsoleViewApi,
  DeskSignInsApi,
} from '@merchant-edge/orders/operators'
import type { ConfigurationApi } from '@merchant-edge/pages'

/** Bindings, variables and secrets of the operator's desk. */
export interface ConsoleEnv {
  /** Where it runs: `local`, `sandbox`, `uat` or `production`; as in the orders Worker. */
  readonly ENVIRONMENT?: string
  /** Sessions of operators. */
  readonly DB: D1Database
  /** The orders Worker, entrypoint `ConsoleView`: what operators look at. */
  readonly CONSOLE_VIEW: ConsoleViewApi & ConfigurationApi
  /** The orders Worker, entrypoint `ConsoleMoney`: what operators with the role `money` do. */
  readonly CONSOLE_MONEY: ConsoleMoneyApi
  /** The orders Worker, entrypoint `ConsoleSignIns`: sign-ins of operators on a command line. */
  readonly CONSOLE_SIGN_INS: DeskSignInsApi
  /** Origin of the desk itself, such as `https://desk.example`. */
  readonly CONSOLE_URL: string
  /** Address of the identity server of the merchant's staff. */
  readonly AUTH_URL: string
  /** Client id at the identity server. */
  readonly CLIENT_ID: string
  /** Secret of that client. */
  readonly CLIENT_SECRET: string
  /** Seals sessions, at least 32 characters. */
  readonly SESSION_SECRET: string
  /** The SESSION_SECRET before, until the sessions are over that it has sealed. */
  readonly SESSION_SECRET_PREVIOUS?: string
  /** How the identity server says that there was a second factor, as `readSecondFactor` reads it. */
  readonly SECOND_FACTOR?: string
  /** Who may work at the desk: JSON, as `findOperator` reads it. */
  readonly CONSOLE_OPERATORS?: string
  /** Limits what one address may ask; no limit without the binding. */
  readonly PAGE_LIMIT?: Pick<RateLimit, 'limit'>
}
