/**
 * The id of the refund that a form makes. It follows from the order as the operator saw it, so that sending the form
 * again, or a colleague's form about the same order in the same state, is the same refund and returns nothing twice.
 *
 * @param seen the order's version when the form was shown, and the payment that is returned
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
