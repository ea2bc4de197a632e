import { signText } from '@merchant-edge/signing'
import { bodySignedNames } from './body-signed-names.ts'
import type { StepValue } from './recipe.ts'

/** Fields of a request by name. */
type Fields = ReadonlyMap<string, StepValue>

/** What is signed and not sent. Assumes G-05. */
const unsentNames: Readonly<Record<string, readonly string[]>> = {
  checkWalletLink: ['partner_user_id', 'callback_url'],
}

/**
 * The fields of a call with the signature that its body carries, where it carries one; a signature that
 * is given stays as it is.
 *
 * @param call name of the endpoint
 */
export async function signBody(call: string, fields: Fields, key: CryptoKey): Promise<Fields> {
  const names = bodySignedNames[call]
  if (names === undefined) return fields
  const text = names
    .map((name) => fields.get(name) ?? '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join('|')
  const signature = await signText(key, text)
  const sent = [...fields].filter(([name]) => unsentNames[call]?.includes(name) !== true)
  // A later pair of the same name wins.
  return new Map<string, StepValue>([['signature', signature], ...sent])
}
