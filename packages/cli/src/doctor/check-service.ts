import { readEnvelope } from '@merchant-edge/contract/envelope'
import * as limits from '@merchant-edge/contract/limits'
import { networkFailure } from '../network/network-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import type { Check } from './check.ts'

const timeoutMs = 10_000

const unsignedPath = '/merchant-integration/v1/qr/query/19700101T0'

/** The service writes the date of its answers in whole seconds. */
const dateResolutionSeconds = 1

function checkClock(
  date: string | null,
  between: readonly [sentMs: number, answeredMs: number],
): Check {
  const name = 'clock'
  const serviceMs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serviceMs)) {
    const remedy = 'Compare the clock of this machine with a time server.'
    return { name, status: 'warn', message: 'The answer has no Date header.', remedy }
  }
  const [sentMs, answeredMs] = between
  const serviceSeconds = Math.floor(serviceMs / 1000)
  const ahead = Math.floor(sentMs / 1000) - (serviceSeconds + dateResolutionSeconds)
  const behind = serviceSeconds - Math.ceil(answeredMs / 1000)
  const remedy = 'Set the clock of this machine by a time server.'
  if (ahead > 0) {
    const message = `This machine is ${ahead} s or more ahead: the service answers 4010003.`
    return { name, status: 'fail', message, remedy }
  }
  if (behind > limits.timestampAgeSeconds) {
    const message = `This machine is ${behind} s behind: the service answers 4010004.`
    return { name, status: 'fail', message, remedy }
  }
  if (behind > 60) {
    const message = `This machine is ${behind} s behind; 4010004 comes at ${limits.timestampAgeSeconds} s.`
    return { name, status: 'warn', message, remedy }
  }
  return { name, status: 'ok', message: 'It agrees with the Date header of the service.' }
}

/** Reads the body only up to the maximum length of an answer of the service. */
async function isService(response: Response): Promise<boolean> {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > 10_000 || !/json/.test(response.headers.get('content-type') ?? '')) return false
  try {
    return readEnvelope(await response.json()) !== undefined
  } catch {
    return false
  }
}

/**
 * Checks whether the service can be reached, and how its clock differs from this one. An unsigned
 * query is sent, which the service refuses.
 *
 * @param url host of the service
 * @param terminal its clock is compared with the service's
 */
export async function checkService(
  url: URL,
  { now, deadline }: Pick<Terminal, 'now' | 'deadline'>,
): Promise<Check[]> {
  const name = 'reachable'
  const sentMs = now()
  try {
    const signal = deadline(timeoutMs)
    const response = await fetch(url.origin + unsignedPath, { redirect: 'manual', signal })
    const answeredMs = now()
    const clock = checkClock(response.headers.get('date'), [sentMs, answeredMs])
    if (await isService(response)) {
      const message = `${url.origin} answers as the service does (${answeredMs - sentMs} ms).`
      return [{ name, status: 'ok', message }, clock]
    }
    const message = `${url.origin} answers HTTP ${response.status}, but not as the merchant API does.`
    const remedy = 'Check that this is the host of the merchant API.'
    return [{ name, status: 'fail', message, remedy }, clock]
  } catch (error) {
    const message = `${url.origin} does not answer: ${networkFailure(error)}.`
    const remedy = 'Check the address, the name server, the firewall and the proxy.'
    return [{ name, status: 'fail', message, remedy }]
  }
}
