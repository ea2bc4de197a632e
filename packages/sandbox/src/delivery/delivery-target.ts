function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/**
 * Says why a callback may not be sent to an address: merchants choose it, so without a list only
 * loopback is reached.
 *
 * @param allowedHosts `host`, `host:port` or `*`, in small letters
 * @returns the reason, or `undefined` when it may be sent
 */
export function refusalOfTarget(
  address: string,
  allowedHosts: readonly string[],
): string | undefined {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'not sent: callback_url is no http address'
  }
  // URL has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
  if (isLoopback(url.hostname)) return undefined
  const isAllowed = allowedHosts.some(
    (host) => host === '*' || host === url.hostname || host === url.host,
  )
  return isAllowed
    ? undefined
    : `not sent: ${url.hostname} is not on this machine; allow it with CALLBACK_HOSTS`
}
