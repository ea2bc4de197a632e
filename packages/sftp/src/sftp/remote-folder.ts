import type { FileEntry, Stats } from 'ssh2'
import type { ExchangeFile, FileListing, IgnoredEntry } from '../file-exchange.ts'
import { ignoredName, printableName } from '../file-name.ts'
import { checkRegular, listedKind } from './remote-entry.ts'
import type { SftpSession } from './sftp-session.ts'
import { isStatus } from './sftp-status.ts'

/** Path of a file in a folder of the server. */
export function remotePath(folder: string, name: string): string {
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`
}

function exchangeFile(name: string, { size, mtime }: Pick<Stats, 'size' | 'mtime'>): ExchangeFile {
  return { name, sizeBytes: size, modifiedAtMs: mtime * 1000 }
}

/** Looks at a path without following a link; `undefined` when there is nothing. */
export async function lookAt(session: SftpSession, path: string): Promise<Stats | undefined> {
  try {
    return await session.request<Stats>((sftp, done) => sftp.lstat(path, done))
  } catch (error) {
    if (isStatus(error, 'missing')) return undefined
    throw error
  }
}

/** Looks a regular file up. */
export async function findRemote(
  session: SftpSession,
  folder: string,
  name: string,
): Promise<ExchangeFile | undefined> {
  const stats = await lookAt(session, remotePath(folder, name))
  if (stats === undefined) return undefined
  checkRegular(name, stats)
  return exchangeFile(name, stats)
}

/** Lists a folder. */
export async function listRemote(session: SftpSession, folder: string): Promise<FileListing> {
  const entries = await session.request<FileEntry[]>((sftp, done) => sftp.readdir(folder, done))
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  for (const entry of entries) {
    const name = entry.filename
    if (name === '.' || name === '..') continue
    const kind = listedKind(entry)
    const reason = kind === 'file' ? ignoredName(name) : kind
    if (reason === undefined) files.push(exchangeFile(name, entry.attrs))
    else ignored.push({ name: printableName(name), reason })
  }
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), ignored }
}
