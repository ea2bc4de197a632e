import type { OpenHandles } from './open-handles.ts'
import type { SessionFolders } from './session-folders.ts'

/** Runs the work of one request; when it fails, its refusal is the answer to the request. */
export type Answer = (id: number, work: () => Promise<void>) => void

/** One SFTP channel of a user who has logged in. */
export interface Session {
  readonly answer: Answer
  readonly handles: OpenHandles
  readonly folders: SessionFolders
}
