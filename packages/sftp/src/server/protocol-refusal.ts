import ssh2 from 'ssh2'
import { FolderError } from './folder-store.ts'

const { STATUS_CODE } = ssh2.utils.sftp

/** A refusal as a status of the protocol. */
export class ProtocolRefusal extends Error {
  override readonly name = 'ProtocolRefusal'
  readonly status: number

  constructor(status: keyof typeof STATUS_CODE, message: string) {
    super(message)
    this.status = STATUS_CODE[status]
  }
}

/** The answer to a request that is refused; `undefined` for every other error. */
export function refusalOf(error: unknown): ProtocolRefusal | undefined {
  if (error instanceof ProtocolRefusal) return error
  if (!(error instanceof FolderError)) return undefined
  const status = { missing: 'NO_SUCH_FILE', taken: 'FAILURE', not_a_file: 'FAILURE' } as const
  return new ProtocolRefusal(status[error.reason], error.message)
}

/** The answer to an internal error: its details are not sent to the client. */
export const internalFailure = new ProtocolRefusal('FAILURE', 'the server failed')
