import { call, createClient, WalletError, type AnyAnswer } from '@merchant-edge/client'
import { queryOrder } from '@merchant-edge/contract'
import { KeyError } from '@merchant-edge/signing'
import type { FileKey } from '../keys/public-half.ts'
import type { Check } from './check.ts'

const name = 'key code'

/** A valid order id of a day on which the service had no orders. */
const orderIdOfNoOrder = '19700101T0'

/** Everything needed to query the service. */
export interface SignedAccess {
  readonly baseUrl: string
  readonly keyCode: string
  readonly privateKey: FileKey
}

function read(answer: AnyAnswer, keyCode: string): Check {
  const { code } = answer
  if (answer.outcome === 'accepted' || code === 4040001) {
    return { name, status: 'ok', message: `The service took the signature of ${keyCode}.` }
  }
  // A failure inside of the service may come before it has looked at the signature.
  const isFailure = code >= 5_000_000
  if (answer.outcome === 'unlisted') {
    const message = `The service answered ${code}, which the specification does not list.`
    const remedy = 'Ask support what it means.'
    return { name, status: isFailure ? 'fail' : 'warn', message, remedy }
  }
  const said = answer.message === '' ? answer.cause : answer.message
  const message = `The service answered ${code} ${answer.reason}: ${said}`
  if (code === 4010001) {
    const remedy =
      'Check that this key code belongs to this key, has not expired, and is of this environment.'
    return { name, status: 'fail', message, remedy }
  }
  // A refusal for another reason comes after authentication, so the signature is right.
  const isSignature = code >= 4010000 && code < 4020000
  return {
    name,
    status: isSignature || isFailure ? 'fail' : 'warn',
    message,
    remedy: answer.remedy,
  }
}

/**
 * Queries the service about an order that does not exist, to check whether it accepts the
 * signature.
 */
export async function checkKeyCode(access: SignedAccess): Promise<Check> {
  try {
    const client = createClient({ ...access, attempts: 2, timeoutMs: 15_000 })
    const answer = await call(client, queryOrder, { order_id: orderIdOfNoOrder })
    return read(answer, access.keyCode)
  } catch (error) {
    if (!(error instanceof WalletError) && !(error instanceof KeyError)) throw error
    const remedy = 'Check that --url is the host of the merchant API.'
    return { name, status: 'fail', message: error.message, remedy }
  }
}
