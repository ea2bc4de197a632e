/**
 * Answers a request whose method an address does not take.
 *
 * @param allow the methods that it takes, as the header Allow lists them
 */
export function methodRefused(allow: string): Response {
  const error = {
    reason: 'method_not_allowed',
    message: 'This address does not take the method.',
    remedy: `Use ${allow}.`,
  }
  return Response.json({ error }, { status: 405, headers: { allow } })
}
