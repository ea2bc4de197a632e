/**
 * The address that sent a request, in the header that the platform sets; a client can forge any
 * other header.
 */
export function addressOf({ headers }: Request): string | undefined {
  return headers.get('cf-connecting-ip') ?? undefined
}

/** The capture group has the first three numbers. */
const ipv4 = /^((?:\d{1,3}\.){3})\d{1,3}$/
const groupsOfIpv6 = 8

/**
 * The eight groups of an IPv6 address, without leading zeros and in lower case; `undefined` when
 * the text is not one.
 */
function ipv6Groups(address: string): readonly string[] | undefined {
  if (!/^[\da-f:]{2,39}$/i.test(address)) return undefined
  const [before = '', after, ...more] = address.toLowerCase().split('::')
  const groupsOf = (half: string): readonly string[] => (half === '' ? [] : half.split(':'))
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')]
  const left = groupsOfIpv6 - first.length - last.length
  const isWhole = after === undefined ? left === 0 : left > 0
  if (more.length > 0 || !isWhole) return undefined
  const groups = [...first, ...Array.from({ length: left }, () => '0'), ...last]
  if (!groups.every((group) => /^[\da-f]{1,4}$/.test(group))) return undefined
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** An IPv4 address, also when it is written as an IPv6 address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}

/**
 * The network of an address, for the log: the first 24 bits of an IPv4 address, the first 48 of an
 * IPv6 address.
 *
 * @returns `undefined` when the text is not an address
 */
export function networkOf(address = ''): string | undefined {
  const text = plain(address)
  const [, start] = ipv4.exec(text) ?? []
  if (start !== undefined) return `${start}0/24`
  const groups = ipv6Groups(text)
  return groups && `${groups.slice(0, 3).join(':')}::/48`
}

/**
 * The key under which the requests of one caller are counted: the IPv4 address, or the first 64
 * bits of the IPv6 address. A caller with one IPv6 address usually has all 2^64 of its network, and
 * could otherwise use a new count for each.
 *
 * @returns `unknown` for a request without an address; all such requests share one count
 */
export function callerOf(request: Request): string {
  const text = plain(addressOf(request) ?? 'unknown')
  const groups = ipv6Groups(text)
  return groups === undefined ? text : `${groups.slice(0, 4).join(':')}::/64`
}
