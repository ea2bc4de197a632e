/** Whether a text can be the id of an order; what cannot is answered without asking for it. */
export function isOrderId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}
