/** A variable of this Worker is missing or malformed; the message says which and how to set it. */
export class ConfigurationError extends Error {
  readonly code = 'ERR_CONFIGURATION'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}
