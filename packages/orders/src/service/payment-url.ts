const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a customer may be sent to an address that the service named: https, or http on this
 * machine, and its origin on the list if there is one. Any other address could be phishing.
 */
export function isAllowedPaymentUrl(address: string, origins?: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  const isLoopback = url.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  if (url.protocol !== 'https:' && !isLoopback) return false
  return origins === undefined || origins.includes(url.origin)
}
