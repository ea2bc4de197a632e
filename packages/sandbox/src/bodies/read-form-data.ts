import type { HostClock } from '../clock/host-clock.ts'
import { BodyRefused, readBytes, textLimits, type BodyLimits } from './read-bytes.ts'

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Reads a form: urlencoded or multipart.
 *
 * @param limits the limits of a form without files when left out
 * @throws BodyRefused 415 for another content-type, 400 when the body does not match its
 *   content-type, 413 when it is too large, 408 when it is too slow
 */
export async function readFormData(
  request: Request,
  host: HostClock,
  limits: BodyLimits = textLimits,
): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  const [media = ''] = type.split(';')
  if (!formTypes.includes(media.trim().toLowerCase())) {
    const given = media.trim() === '' ? 'missing' : media.trim()
    const message = `The body must be a form, as ${formTypes.join(' or ')}; its content-type is ${given}.`
    throw new BodyRefused(415, message)
  }
  const bytes = await readBytes(request, host, limits)
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new BodyRefused(400, 'The body is not the form that its content-type names.')
  }
}
