import { redactText } from '@merchant-edge/contract/redaction'
import type { Clock } from '@merchant-edge/orders'
import { ConfigurationError, networkOf, type SecurityEventCode } from '@merchant-edge/pages'
import { answer, type AnswerStatus } from './answer.ts'
import { createSettingsReader } from './settings-reader.ts'
import type { IpnEnv } from './ipn-env.ts'
import { ipnPath } from './ipn-path.ts'
import type { WriteLog } from './log-line.ts'
import { readCallback } from './read-callback.ts'
import { withTimeout } from './with-timeout.ts'

/** Clock, log and time limit of the Worker. */
export interface IpnOptions {
  readonly clock: Pick<Clock, 'now' | 'alarm'>
  /**
   * Receives one log line for each request that is not answered 200, and for each signature with
   * spaces.
   */
  readonly writeLog: WriteLog
  /** Timeout for storing a callback, in milliseconds; 5,000 when left out. */
  readonly recordTimeoutMs?: number
}

/** The handler of this Worker. */
export interface Ipn {
  /** Answers every request; it never throws. */
  fetch(
    request: Request,
    env: IpnEnv,
    context: Pick<ExecutionContext, 'waitUntil'>,
  ): Promise<Response>
}

const maxUrlChars = 8_192

/** The security event of a rejected callback. */
function forgeryOf(reason: string): SecurityEventCode {
  return reason.startsWith('token_') ? 'callback_token_wrong' : 'callback_signature_wrong'
}

/**
 * The Worker that receives payment callbacks. It answers 200 only after the callback is stored. A
 * callback that is not genuine writes nothing and reaches no other Worker. Assumes G-10.
 *
 * @see Specification 6.1
 */
export function createIpn(options: IpnOptions): Ipn {
  const { clock, writeLog, recordTimeoutMs = 5_000 } = options
  const settings = createSettingsReader(writeLog)

  const respond: Ipn['fetch'] = async ({ method, url, headers }, env, context) => {
    function reject(status: AnswerStatus, reason: string): Response {
      const network = networkOf(headers.get('cf-connecting-ip') ?? undefined)
      writeLog({
        event: 'callback_rejected',
        reason,
        status,
        ...(status === 401 && { code: forgeryOf(reason) }),
        ...(network !== undefined && { network }),
      })
      return answer(status)
    }

    // A callback has an effect: HEAD must not have it.
    if (method !== 'GET') return reject(405, 'method_not_get')
    if (url.length > maxUrlChars) return reject(400, 'url_too_long')
    const path = ipnPath(url)
    if (path === undefined) return reject(400, 'path_unknown')
    if (path.to === 'health') return settings.answerAboutHealth(env)
    const reading = await readCallback(
      { rawUrl: url, path: path.binding },
      {
        ...(await settings.trustOf(env)),
        clock,
      },
    )
    if (!reading.believed) return reject(reading.status, reading.reason)
    const { record, spacesRestored } = reading
    const recording = env.CALLBACKS.record(record)
    try {
      await withTimeout(clock, recording, recordTimeoutMs)
    } catch (error) {
      // The service may never send the callback again, so a late write continues after the answer.
      context.waitUntil(recording.catch(() => {}))
      writeLog({
        event: 'callback_not_recorded',
        reason: 'record_failed',
        status: 503,
        detail: redactText(String(error)),
        reference: record.reference,
      })
      return answer(503)
    }
    if (spacesRestored) writeLog({ event: 'callback_signature_spaces', status: 200 })
    return answer(200)
  }

  return {
    async fetch(request, env, context) {
      try {
        return await respond(request, env, context)
      } catch (error) {
        const reason = error instanceof ConfigurationError ? 'not_configured' : 'failed'
        writeLog({
          event: 'callback_not_recorded',
          reason,
          status: 503,
          detail: redactText(String(error)),
        })
        return answer(503)
      }
    },
  }
}
