import {
  createCallbackVerifier,
  type CallbackKey,
  type CallbackVerifier,
} from '@merchant-edge/callback'
import type { SettingProblem } from '@merchant-edge/pages'
import { importPublicKey, KeyError } from '@merchant-edge/signing'
import * as v from 'valibot'

const maxKeys = 8
/** A time in milliseconds would keep a key valid for ever; the verifier rejects it. */
const unixSeconds = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(99_999_999_999, 'must be in seconds since 1970, not in milliseconds'),
)

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
  v.maxLength(maxKeys, `it holds more than ${maxKeys} keys`),
  v.check((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have one id'),
)

const remedy =
  'Set the variable to a JSON list such as [{"id":"production-1","pem":"-----BEGIN PUBLIC KEY-----\\n..."}] with the public keys that the service gave you.'

function unusable(why: string, how = remedy): SettingProblem {
  return { name: 'CALLBACK_KEYS', problem: `cannot be used: ${why}`, remedy: how }
}

/** Never quotes the value, which may be a private key in the wrong place. */
function problemOf(issue: v.InferIssue<typeof keyList>): SettingProblem {
  const path = v.getDotPath(issue)
  const said = issue.message.startsWith('Invalid ')
    ? 'is missing, unknown or of another type'
    : issue.message
  return unusable(path === null ? said : `${path}: ${said}`)
}

type ListedKey = v.InferOutput<typeof keyList>[number]

async function importKey({ id, pem, notBefore, notAfter }: ListedKey) {
  try {
    const key: CallbackKey = {
      id,
      key: await importPublicKey(pem),
      ...(notBefore !== undefined && { notBefore }),
      ...(notAfter !== undefined && { notAfter }),
    }
    return { key }
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return { problem: unusable(`the pem of "${id}" is ${error.found}`, error.remedy) }
  }
}

/** The verifier for the keys of a text, or all problems of the text. */
export type CallbackKeys =
  | { readonly verifier: CallbackVerifier; readonly problems: readonly [] }
  | { readonly verifier?: never; readonly problems: readonly SettingProblem[] }

async function importKeys(text: string | undefined): Promise<CallbackKeys> {
  const parsed = v.safeParse(keyList, text || undefined)
  if (!parsed.success) return { problems: parsed.issues.map((issue) => problemOf(issue)) }
  const imported = await Promise.all(parsed.output.map((listed) => importKey(listed)))
  const problems = imported.map(({ problem }) => problem).filter((one) => one !== undefined)
  if (problems.length > 0) return { problems }
  const keys = imported.map(({ key }) => key).filter((key) => key !== undefined)
  return { verifier: createCallbackVerifier({ keys }), problems: [] }
}

/** Imports the keys of the variable CALLBACK_KEYS. */
export type CallbackKeyring = (text: string | undefined) => Promise<CallbackKeys>

/**
 * Creates a keyring that imports the keys once per isolate, and again when the variable has
 * changed.
 *
 * It caches the result, not the promise: a promise belongs to the request that created it, and
 * would stay pending for all later requests if that request were cancelled.
 */
export function createCallbackKeyring(): CallbackKeyring {
  let ready: { text: string | undefined; keys: CallbackKeys } | undefined
  return async (text) => {
    if (ready !== undefined && ready.text === text) return ready.keys
    const keys = await importKeys(text)
    ready = { text, keys }
    return keys
  }
}
