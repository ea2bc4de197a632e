/** The place in a list as a URL of this scheme writes it: without the port of the scheme. */
function hostOf(entry: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${entry}`)?.host
}

/**
 * Says why a callback may not be sent to an address: merchants choose it, so only the places that were
 * listed at the start are reached, this machine's own included.
 *
 * @param allowedHosts `host:port`, or `host` for the port of the scheme
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
  // URL has already turned every spelling of an address, such as 0x7f.1 and 2130706433, into one.
  const isAllowed = allowedHosts.some((entry) => hostOf(entry, url.protocol) === url.host)
  return isAllowed
    ? undefined
    : `not sent: ${url.host} is not among the places that callbacks may go to; list it in CALLBACK_HOSTS`
}
