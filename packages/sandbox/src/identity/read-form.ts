import { BodyRefused } from '../bodies/read-bytes.ts'
import { readFormData } from '../bodies/read-form-data.ts'
import type { HostClock } from '../clock/host-clock.ts'
import { OAuthError } from './oauth-error.ts'

/** The fields of a form, each once. */
export type OAuthForm = Readonly<Record<string, string | undefined>>

/** The entries of a form or query, each once. @throws OAuthError `invalid_request` */
export function singleFields(entries: Iterable<readonly [string, unknown]>): OAuthForm {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (fields.has(name)) {
      throw new OAuthError('invalid_request', `The parameter ${name} comes twice.`)
    }
    if (typeof value !== 'string') {
      throw new OAuthError('invalid_request', `The parameter ${name} is a file.`)
    }
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/**
 * Reads the form of a token or revocation request: urlencoded or multipart. Assumes G-22.
 *
 * @throws OAuthError `invalid_request` for anything else, JSON above all
 * @see Specification 4.1
 */
export async function readForm(request: Request, host: HostClock): Promise<OAuthForm> {
  const form = await readFormData(request, host).catch((error: unknown) => {
    if (!(error instanceof BodyRefused)) throw error
    throw new OAuthError('invalid_request', error.message)
  })
  const fields = singleFields(form.entries())
  if (Object.keys(fields).length === 0) {
    throw new OAuthError('invalid_request', 'The body is empty.')
  }
  return fields
}
