import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { lookAt } from './remote-folder.ts'
import type { SftpConnection } from './sftp-connection.ts'
import type { SftpSession } from './sftp-session.ts'
import { isStatus } from './sftp-status.ts'

/** A file that gets another name. */
export interface RemoteRename {
  readonly connection: SftpConnection
  readonly fromPath: string
  readonly toPath: string
  /** The new name, for messages. */
  readonly name: string
  readonly replace: boolean
  readonly signal: AbortSignal | undefined
}

/** How a rename ended. */
export type Placed =
  /** The file has its new name. */
  | 'placed'
  /** Something else has the name; the file is still under its old one. */
  | 'taken'

function plainRename(session: SftpSession, { fromPath, toPath }: RemoteRename): Promise<void> {
  return session.request((sftp, done) => {
    sftp.rename(fromPath, toPath, (error) => done(error, undefined))
  })
}

/** Renames over whatever is there, in one step. `unsupported` when the server has no such request. */
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
 * Without `replace` the plain rename goes first: it refuses a name that is taken, which posix-rename
 * would overwrite. Servers that know only posix-rename get it for a name that is free.
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

/** Gives a file its new name, in one step. A rename that a reset cut short is looked after first. */
export async function placeRemoteFile(rename: RemoteRename): Promise<Placed> {
  let tried = false
  return await rename.connection.run({
    activity: `naming ${printableName(rename.name)}`,
    signal: rename.signal,
    work: async (session) => {
      if (tried && (await lookAt(session, rename.fromPath)) === undefined) return 'placed'
      tried = true
      return await renameOnce(session, rename)
    },
  })
}

/** Removes a file; one that is gone after a reset was removed before the answer was lost. */
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
