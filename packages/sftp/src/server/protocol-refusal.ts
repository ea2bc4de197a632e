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

/** The answer to an error. Details of internal errors are not sent to the client. */
export function refusalOf(error: unknown): ProtocolRefusal {
  if (error instanceof ProtocolRefusal) return error
  if (error instanceof FolderError) {
    const status = { missing: 'NO_SUCH_FILE', taken: 'FAILURE', not_a_file: 'FAILURE' } as const
    return new ProtocolRefusal(status[error.reason], error.message)
  }
  return new ProtocolRefusal('FAILURE', 'the server failed')
}
