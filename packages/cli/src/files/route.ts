import {
  FileExchangeError,
  openLocation,
  type FileExchange,
  type LocationSettings,
} from '@merchant-edge/sftp'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { CommandCall } from '../command/command.ts'
import { flag, operand, text, texts } from '../command/option.ts'
import { readPlainText } from '../input/read-plain-text.ts'

/** Source and target of a transfer. */
export const routeOperands = {
  from: operand({
    placeholder: 'FROM',
    summary:
      'Source: sftp://USER@HOST:PORT/FOLDER, s3://BUCKET/FOLDER, or a folder of this machine.',
  }),
  to: operand({ placeholder: 'TO', summary: 'Target, in the same form as the source.' }),
}

const keyVariable = 'MERCHANT_EDGE_SFTP_KEY'

/** How to reach both sides, and which files are moved. */
export const routeOptions = {
  key: text({
    placeholder: 'FILE',
    summary: 'Private key for the SFTP server.',
    environment: keyVariable,
  }),
  'password-file': text({
    placeholder: 'FILE',
    summary: 'File with the password for an SFTP server that accepts no key.',
  }),
  'host-key': texts({
    placeholder: 'FINGERPRINT',
    summary: 'Fingerprint of the host key, SHA256:...; give two while the server changes its key.',
  }),
  's3-endpoint': text({
    placeholder: 'URL',
    summary: 'Address of the S3 API, for s3: locations.',
    environment: 'MERCHANT_EDGE_S3_ENDPOINT',
  }),
  's3-region': text({
    placeholder: 'REGION',
    summary: 'Region of the bucket, such as eu-central-1; auto, which R2 needs, if left out.',
    environment: 'MERCHANT_EDGE_S3_REGION',
  }),
  's3-key-id': text({
    placeholder: 'ID',
    summary: 'Id of the access key for S3.',
    environment: 'MERCHANT_EDGE_S3_KEY_ID',
  }),
  's3-secret-file': text({
    placeholder: 'FILE',
    summary: 'File with the secret of the access key for S3.',
    environment: 'MERCHANT_EDGE_S3_SECRET_FILE',
  }),
  's3-session-token-file': text({
    placeholder: 'FILE',
    summary: 'File with the session token of temporary credentials for S3.',
    environment: 'MERCHANT_EDGE_S3_SESSION_TOKEN_FILE',
  }),
  only: text({
    placeholder: 'TEXT',
    summary: 'Copy only files whose names contain this text, such as _RESULT_TRAN.csv.',
  }),
  'remove-source': flag(
    'Remove each file at the source once it has been copied. A file that has the same content and time at the target already stays: it may be one file, in one folder with two addresses.',
  ),
  replace: flag('Replace a file of the same name at the target when its content differs.'),
  verify: flag('Read each file back and compare its content.'),
}

/** Help text about `--replace`. */
export const replaceNote =
  'With --replace the new content replaces the old in one step, after it is written and its size is checked;\n' +
  'a server that cannot replace a file in one step still refuses.'

async function secretOf(path: string, { terminal }: CommandCall): Promise<string> {
  return (await readPlainText(path, terminal)).replace(/\r?\n$/, '')
}

async function loginOf(call: CommandCall): Promise<LocationSettings['login']> {
  const { given, terminal } = call
  const [key, password] = [given(routeOptions.key), given(routeOptions['password-file'])]
  // Command-line options take precedence over the environment, which has only the key.
  const isKeyTyped = key !== undefined && key !== terminal.environment[keyVariable]
  if (isKeyTyped && password !== undefined) {
    throw usageFailure('--key and --password-file are both given.', 'Give one of them.')
  }
  if (password !== undefined) return { password: await secretOf(password, call) }
  return key === undefined ? undefined : { privateKey: await secretOf(key, call) }
}

async function s3CredentialsOf(call: CommandCall): Promise<LocationSettings['s3Credentials']> {
  const accessKeyId = call.given(routeOptions['s3-key-id'])
  const secretFile = call.given(routeOptions['s3-secret-file'])
  const tokenFile = call.given(routeOptions['s3-session-token-file'])
  if (accessKeyId === undefined || secretFile === undefined) return undefined
  return {
    accessKeyId,
    secretAccessKey: await secretOf(secretFile, call),
    ...(tokenFile !== undefined && { sessionToken: await secretOf(tokenFile, call) }),
  }
}

/** The two sides of a transfer. */
export interface Route {
  readonly from: FileExchange
  readonly to: FileExchange
}

/**
 * Opens both sides of a transfer.
 *
 * @throws FileExchangeError `ERR_OPTIONS` when a location cannot be used
 */
export async function openRoute(call: CommandCall): Promise<Route> {
  const { given } = call
  const settings: LocationSettings = {
    login: await loginOf(call),
    hostKeyFingerprints: given(routeOptions['host-key']),
    s3Endpoint: given(routeOptions['s3-endpoint']),
    s3Region: given(routeOptions['s3-region']),
    s3Credentials: await s3CredentialsOf(call),
  }
  return {
    from: openLocation(given(routeOperands.from), settings),
    to: openLocation(given(routeOperands.to), settings),
  }
}

/** Which files of a folder are moved, and how. */
export function moveSettings({ given }: CommandCall) {
  const only = given(routeOptions.only)
  return {
    removeSource: given(routeOptions['remove-source']),
    replace: given(routeOptions.replace),
    verifyContent: given(routeOptions.verify),
    ...(only !== undefined && { takes: (name: string) => name.includes(only) }),
  }
}

/** Converts a connection error into a failure with a remedy, without password or key. */
export function exchangeFailure(error: unknown): unknown {
  if (!(error instanceof FileExchangeError)) return error
  const { code, reason, remedy } = error
  const name = code.replace(/^ERR_/, '').toLowerCase()
  return new CommandFailure(
    { reason: name, message: reason, remedy },
    code === 'ERR_OPTIONS' ? 2 : 1,
  )
}
