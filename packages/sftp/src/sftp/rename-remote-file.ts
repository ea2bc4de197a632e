import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { lookAt } from './remote-folder.ts'
import type { SftpConnection } from './sftp-connection.ts'
import type { SftpSession } from './sftp-session.ts'
import { isStatus } from './sftp-status.ts'

/** A file to rename on the server, and the connection over which that is done. */
export interface RemoteRename {
  readonly connection: SftpConnection
  readonly fromPath: string
  readonly toPath: string
  /** The new name, for messages. */
  readonly name: string
  readonly replace: boolean
  readonly signal: AbortSignal | undefined
}

/** What a rename led to. */
export type Placed =
  /** The file has its new name. */
  | 'placed'
  /** Another file has the name; this one keeps its old one. */
  | 'taken'

function plainRename(session: SftpSession, { fromPath, toPath }: RemoteRename): Promise<void> {
  return session.request((sftp, done) => {
    sftp.rename(fromPath, toPath, (error) => done(error, undefined))
  })
}

/** Renames and replaces atomically. `unsupported` when the server has no such request. */
async function posixRename(
  session: SftpSession,
  { fromPath, toPath }: RemoteRename,
): Promise<'placed' | 'unsupported'> {
  try {
    await session.request((sftp, done) => {
      try {
        sftp.ext_openssh_rename(fromPath, toPath, (error) => done(error, undefined))
      } catch {
        // ssh2 throws when the server did not announce the extension.
        done(Object.assign(new Error('no posix-rename'), { code: 8 }), undefined)
      }
    })
    return 'placed'
  } catch (error) {
    if (isStatus(error, 'unsupported')) return 'unsupported'
    throw error
  }
}

async function replaceInOneStep(session: SftpSession, rename: RemoteRename): Promise<Placed> {
  if ((await posixRename(session, rename)) === 'placed') return 'placed'
  if ((await lookAt(session, rename.toPath)) === undefined) {
    await plainRename(session, rename)
    return 'placed'
  }
  throw new FileExchangeError(
    'ERR_FILE_EXISTS',
    `${printableName(rename.name)} is there, and the server cannot replace a file in one step.`,
    { remedy: 'Remove or rename the old file first.' },
  )
}

/**
 * Without `replace` the plain rename is tried first: it refuses a name that is taken, while
 * posix-rename would overwrite. Servers that know only posix-rename get that for a free name.
 */
async function renameOnce(session: SftpSession, rename: RemoteRename): Promise<Placed> {
  if (rename.replace) return await replaceInOneStep(session, rename)
  if ((await lookAt(session, rename.toPath)) !== undefined) return 'taken'
  try {
    await plainRename(session, rename)
    return 'placed'
  } catch (error) {
    if (!isStatus(error, 'failure') && !isStatus(error, 'unsupported')) throw error
    if ((await lookAt(session, rename.toPath)) !== undefined) return 'taken'
    if ((await posixRename(session, rename)) === 'placed') return 'placed'
    throw error
  }
}

/** Renames a file atomically. After a reset it first looks whether the rename was done. */
export async function placeRemoteFile(rename: RemoteRename): Promise<Placed> {
  let tried = false
  return await rename.connection.run({
    activity: `naming ${printableName(rename.name)}`,
    signal: rename.signal,
    work: async (session) => {
      const again = tried
      tried = true
      if (again && (await lookAt(session, rename.fromPath)) === undefined) return 'placed'
      try {
        return await renameOnce(session, rename)
      } catch (error) {
        // The server has processed the first request only after the check of its outcome.
        const isThere = async () => (await lookAt(session, rename.toPath)) !== undefined
        if (again && isStatus(error, 'missing') && (await isThere())) return 'placed'
        throw error
      }
    },
  })
}

/** Removes a file. When it is gone after a reset, it was removed and only the answer was lost. */
export async function removeRemoteFile(
  connection: SftpConnection,
  path: string,
  name: string,
): Promise<void> {
  let tried = false
  await connection.run({
    activity: `removing ${printableName(name)}`,
    signal: undefined,
    work: async (session) => {
      const again = tried
      tried = true
      try {
        await session.request((sftp, done) => sftp.unlink(path, (error) => done(error, undefined)))
      } catch (error) {
        if (!again || !isStatus(error, 'missing')) throw error
      }
    },
  })
}
