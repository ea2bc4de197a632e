import ssh2 from 'ssh2'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'

/** How to log in: by a private key, or by a password. */
export type SftpLogin =
  | {
      /** Private key as text, in OpenSSH or PEM form. */
      readonly privateKey: string
      /** Passphrase of an encrypted private key. */
      readonly passphrase?: string
    }
  | {
      /** Sent as a password, or as the answer to a single hidden question. */
      readonly password: string
    }

/**
 * Checks a login before anything is sent.
 *
 * @throws FileExchangeError `ERR_OPTIONS` for no login, an invalid key or an empty password
 */
export function checkLogin(login: SftpLogin): void {
  const given = Object(login)
  if ('password' in given) {
    if (typeof given.password === 'string' && given.password !== '') return
    throw new FileExchangeError('ERR_OPTIONS', 'The password is empty.')
  }
  if (!('privateKey' in given)) {
    throw new FileExchangeError('ERR_OPTIONS', 'The login is missing.', {
      remedy: 'Give a private key or a password.',
    })
  }
  const parsed = ssh2.utils.parseKey(given.privateKey, given.passphrase)
  const first = Array.isArray(parsed) ? parsed[0] : parsed
  // The parser's message is left out, because it may quote the key.
  if (first === undefined || first instanceof Error) {
    throw new FileExchangeError('ERR_OPTIONS', 'The private key cannot be read.', {
      remedy: 'Give an OpenSSH or PEM private key, with its passphrase if it has one.',
    })
  }
  if (!first.isPrivateKey()) {
    throw new FileExchangeError('ERR_OPTIONS', 'The key is a public one.', {
      remedy: 'Give the private key; the server has the public one.',
    })
  }
}
