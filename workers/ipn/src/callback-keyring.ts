import {
  createCallbackVerifier,
  type CallbackKey,
  type CallbackVerifier,
} from '@merchant-edge/callback'
import { importPublicKey, KeyError } from '@merchant-edge/signing'
import * as v from 'valibot'
import { ConfigurationError } from './ipn-env.ts'

const mostKeys = 8
const unixSeconds = v.pipe(v.number(), v.integer(), v.minValue(0))

const keyList = v.pipe(
  v.string('it is not set'),
  v.parseJson(undefined, 'it is not JSON'),
  v.array(
    v.strictObject({
      id: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 . _ -'),
      ),
      pem: v.string(),
      notBefore: v.optional(unixSeconds),
      notAfter: v.optional(unixSeconds),
    }),
    'it is not a list',
  ),
  v.minLength(1, 'it holds no key'),
  v.maxLength(mostKeys, `it holds more than ${mostKeys} keys`),
  v.check((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have one id'),
)

function unusable(why: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError(
    `CALLBACK_KEYS cannot be used: ${why}. Set the variable to a JSON list such as [{"id":"production-1","pem":"-----BEGIN PUBLIC KEY-----\\n..."}] with the public keys that the service gave you.`,
    options,
  )
}

async function importKeys(text: string | undefined): Promise<readonly CallbackKey[]> {
  const parsed = v.safeParse(keyList, text || undefined)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const path = v.getDotPath(issue)
    throw unusable(path === null ? issue.message : `${path}: ${issue.message}`)
  }
  return Promise.all(
    parsed.output.map(async ({ id, pem, notBefore, notAfter }) => {
      try {
        return {
          id,
          key: await importPublicKey(pem),
          ...(notBefore !== undefined && { notBefore }),
          ...(notAfter !== undefined && { notAfter }),
        }
      } catch (error) {
        if (!(error instanceof KeyError)) throw error
        throw unusable(`the pem of "${id}" is ${error.found}. ${error.remedy}`, {
          cause: error,
        })
      }
    }),
  )
}

/** Gives the verifier with the keys that CALLBACK_KEYS lists. */
export type CallbackKeyring = (text: string | undefined) => Promise<CallbackVerifier>

/**
 * Makes a keyring that imports the keys once per isolate, and again when the variable has changed.
 *
 * What is kept is the result, not the promise: a promise belongs to the request that made it, and would
 * stay open for every later request if that one were cut off.
 *
 * @returns a function that throws {@link ConfigurationError} when the variable cannot be used
 */
export function createCallbackKeyring(): CallbackKeyring {
  let ready: { text: string | undefined; verifier: CallbackVerifier } | undefined
  return async (text) => {
    if (ready !== undefined && ready.text === text) return ready.verifier
    const verifier = createCallbackVerifier({ keys: await importKeys(text) })
    ready = { text, verifier }
    return verifier
  }
}
