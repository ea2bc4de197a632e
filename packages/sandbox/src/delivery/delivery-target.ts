/** An entry of a host list as `URL.host` writes it for this scheme: without the default port. */
function hostOf(entry: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${entry}`)?.host
}

/**
 * Checks whether a callback may be sent to an address. Merchants choose the address, so only hosts
 * that were listed at start-up are allowed; this applies to loopback addresses too.
 *
 * @param allowedHosts `host:port`, or `host` for the port of the scheme
 * @returns the reason of the refusal, or `undefined` when the callback may be sent
 */
export function refusalOfTarget(
  address: string,
  allowedHosts: readonly string[],
): string | undefined {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'not sent: callback_url is no http address'
  }
  // URL has already normalised every spelling of an address, such as 0x7f.1 and 2130706433.
  const isAllowed = allowedHosts.some((entry) => hostOf(entry, url.protocol) === url.host)
  return isAllowed
    ? undefined
    : `not sent: ${url.host} is not among the places that callbacks may go to; list it in CALLBACK_HOSTS`
}
