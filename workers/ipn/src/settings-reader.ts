import { ConfigurationError, environmentOf } from '@merchant-edge/pages'
import { answerHealth } from './answer.ts'
import { createCallbackKeyring } from './callback-keyring.ts'
import { ordersWorkerProblems } from './check-orders-worker.ts'
import { checkSettings } from './check-settings.ts'
import type { IpnEnv } from './ipn-env.ts'
import type { WriteLog } from './log-line.ts'
import type { Trust } from './read-callback.ts'

/** The settings as needed by the requests of this Worker. */
export interface SettingsReader {
  /**
   * Keys and secrets that verify callbacks.
   *
   * @throws ConfigurationError with all problems, when callbacks cannot be verified
   */
  trustOf(env: IpnEnv): Promise<Omit<Trust, 'clock'>>
  /** Answers `GET /health`. */
  answerAboutHealth(env: IpnEnv): Promise<Response>
}

/**
 * Creates a reader that imports the keys once per isolate, and logs once those problems that do not
 * stop callbacks.
 */
export function createSettingsReader(writeLog: WriteLog): SettingsReader {
  const keyring = createCallbackKeyring()
  let logged = ''
  return {
    async trustOf(env) {
      const { problems, trusted } = await checkSettings(env, keyring)
      if (trusted === undefined) throw new ConfigurationError('ipn', problems)
      // Creating an error is slow, and every callback runs this code.
      const detail = problems.length === 0 ? '' : new ConfigurationError('ipn', problems).message
      if (detail !== '' && logged !== detail) {
        logged = detail
        writeLog({ event: 'not_configured', status: 200, detail })
      }
      return trusted
    },
    async answerAboutHealth(env) {
      const { problems: own, trusted } = await checkSettings(env, keyring)
      const behind =
        trusted === undefined ? [] : await ordersWorkerProblems(env, trusted.callbackSecrets)
      const problems = [...own, ...behind]
      const environment = environmentOf(env.ENVIRONMENT) ?? null
      if (problems.length === 0) return answerHealth({ status: 'ok', environment })
      const detail = new ConfigurationError('ipn', problems).message
      writeLog({ event: 'not_configured', reason: 'not_configured', status: 503, detail })
      return answerHealth({ status: 'not_configured', environment, problems })
    },
  }
}
