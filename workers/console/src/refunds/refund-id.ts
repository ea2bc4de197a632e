/**
 * The id (idempotency key) of the refund of a form. It is derived from the version of the order
 * that the operator saw, so that sending the form again, or a colleague's form about the same
 * version, is the same refund and refunds nothing twice.
 *
 * @param seen the order's version when the form was shown, and the payment to refund
 * @returns 27 characters of `A-Z a-z 0-9 _ -`
 */
export async function refundIdOf(
  orderId: string,
  seen: { readonly version: number; readonly transactionId: string },
): Promise<string> {
  const text = JSON.stringify([orderId, seen.version, seen.transactionId])
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  const base64 = btoa(String.fromCharCode(...digest))
  return `desk-${base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)}`
}
