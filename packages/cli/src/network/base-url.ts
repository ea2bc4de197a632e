import { usageFailure } from '../command/command-failure.ts'

/** Whether an address leads to this machine. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * Checks the address of the service or of a Worker: only scheme and host, no path.
 *
 * @param option name of the option that it was given with, without the dashes
 * @throws CommandFailure with exit code 2
 */
export function checkBaseUrl(
  option: 'url' | 'payment-url' | 'checkout' | 'ipn' | 'desk' | 'till',
  value: string,
): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageFailure(
      `--${option} is not an http or https address.`,
      `Write scheme and host, such as --${option} https://host.example.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      `--${option} holds a password.`,
      'Leave the password out: nothing here signs in with one.',
    )
  }
  if (url.protocol === 'http:' && !isThisMachine(url)) {
    throw usageFailure(
      `--${option} is not encrypted, and nothing else vouches for the answers (G-12).`,
      `Write https://${url.host}; http is taken for this machine only.`,
    )
  }
  if (url.search !== '' || url.hash !== '' || url.pathname !== '/') {
    throw usageFailure(
      `--${option} holds more than the host.`,
      `Write --${option} ${url.origin}; the path is put behind it.`,
    )
  }
  return url
}
