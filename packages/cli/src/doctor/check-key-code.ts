import { call, createClient, WalletError, type AnyAnswer } from '@merchant-edge/client'
import { queryOrder } from '@merchant-edge/contract'
import { KeyError } from '@merchant-edge/signing'
import type { FileKey } from '../keys/public-half.ts'
import type { Check } from './check.ts'

const name = 'key code'

/** Of the form of an order id, and of a day on which the service had no orders. */
const orderIdOfNoOrder = '19700101T0'

/** What is needed to ask the service. */
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
  if (answer.outcome === 'unlisted') {
    const message = `The service answered ${code}, which the specification does not list.`
    return { name, status: 'warn', message, remedy: 'Ask support what it means.' }
  }
  const said = answer.message === '' ? answer.cause : answer.message
  const message = `The service answered ${code} ${answer.reason}: ${said}`
  if (code === 4010001) {
    const remedy =
      'Check that this key code belongs to this key, has not expired, and is of this environment.'
    return { name, status: 'fail', message, remedy }
  }
  // Who is let in and then refused for another reason has a signature that is right.
  const isSignature = code >= 4010000 && code < 4020000
  return { name, status: isSignature ? 'fail' : 'warn', message, remedy: answer.remedy }
}

/** Asks the service for an order that does not exist, to see whether it takes the signature. */
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
