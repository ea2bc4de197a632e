import ssh2 from 'ssh2'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'

/** How we prove who we are: a private key, or a password. */
export type SftpLogin =
  | {
      /** Private key as text, in OpenSSH or PEM form. */
      readonly privateKey: string
      /** What the private key is encrypted with, if it is. */
      readonly passphrase?: string
    }
  | {
      /** Sent as a password, or as the answer to a single hidden question. */
      readonly password: string
    }

/**
 * Checks a login before anything is sent.
 *
 * @throws FileExchangeError `ERR_OPTIONS` for a key that cannot be used or an empty password
 */
export function checkLogin(login: SftpLogin): void {
  if ('password' in login) {
    if (login.password !== '') return
    throw new FileExchangeError('ERR_OPTIONS', 'The password is empty.')
  }
  const parsed = ssh2.utils.parseKey(login.privateKey, login.passphrase)
  const first = Array.isArray(parsed) ? parsed[0] : parsed
  // The parser's own message is left out: it was made from the text of the key.
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
