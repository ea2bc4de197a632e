import ssh2 from 'ssh2'
import { FolderError } from './folder-store.ts'

const { STATUS_CODE } = ssh2.utils.sftp

/** A status of the protocol that is not OK. */
export class ProtocolRefusal extends Error {
  override readonly name = 'ProtocolRefusal'
  readonly status: number

  constructor(status: keyof typeof STATUS_CODE, message: string) {
    super(message)
    this.status = STATUS_CODE[status]
  }
}

/** Status and text with which an error is answered; what went wrong inside stays inside. */
export function refusalOf(error: unknown): ProtocolRefusal {
  if (error instanceof ProtocolRefusal) return error
  if (error instanceof FolderError) {
    const status = { missing: 'NO_SUCH_FILE', taken: 'FAILURE', not_a_file: 'FAILURE' } as const
    return new ProtocolRefusal(status[error.reason], error.message)
  }
  return new ProtocolRefusal('FAILURE', 'the server failed')
}
