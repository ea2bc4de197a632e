import type { ConsoleMoneyApi, ConsoleViewApi } from '@merchant-edge/orders/operators'

/** Bindings, variables and secrets of the operator's desk. */
export interface ConsoleEnv {
  /** Sessions of operators. */
  readonly DB: D1Database
  /** What operators look at. */
  readonly CONSOLE_VIEW: ConsoleViewApi
  /** What operators with the role `money` do. */
  readonly CONSOLE_MONEY: ConsoleMoneyApi
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

/** A variable of this Worker is missing or malformed; the message says which and how to set it. */
export class ConfigurationError extends Error {
  readonly code = 'ERR_CONFIGURATION'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}
