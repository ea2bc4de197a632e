import { posix } from 'node:path'
import type { Attributes, FileEntry, Stats } from 'ssh2'
import type { ExchangeFile, FileListing, IgnoredEntry } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { ignoredName, printableName } from '../exchange/file-name.ts'
import { createListingCount } from '../exchange/listing-limit.ts'
import { ConnectionLost, type SftpSession } from './sftp-session.ts'
import { isStatus } from './sftp-status.ts'

const kindBits = 0o170000
const kinds: Readonly<Record<number, 'file' | 'link' | 'folder'>> = {
  0o100000: 'file',
  0o120000: 'link',
  0o040000: 'folder',
}
const letters: ReadonlyMap<string, 'file' | 'link' | 'folder'> = new Map([
  ['-', 'file'],
  ['l', 'link'],
  ['d', 'folder'],
])

type EntryKind = 'file' | Extract<IgnoredEntry['reason'], 'link' | 'folder' | 'special'>

/** Kind of an entry by its attributes; `undefined` when they do not contain it. */
function kindOf({ mode }: Partial<Attributes>): EntryKind | undefined {
  const bits = (mode ?? 0) & kindBits
  return bits === 0 ? undefined : (kinds[bits] ?? 'special')
}

/** Kind of a listed entry: by its attributes, or else by its line as of `ls -l`. */
export function listedKind({ attrs, longname }: FileEntry): EntryKind {
  return kindOf(attrs) ?? letters.get(longname.slice(0, 1)) ?? 'special'
}

/**
 * Checks that an entry is a regular file, as far as the server tells.
 *
 * @throws FileExchangeError `ERR_NOT_A_FILE`
 */
export function checkRegular(name: string, attributes: Partial<Attributes>): void {
  const kind = kindOf(attributes) ?? 'file'
  if (kind === 'file') return
  const what = { link: 'a link', folder: 'a folder', special: 'no regular file' }[kind]
  throw new FileExchangeError('ERR_NOT_A_FILE', `${printableName(name)} is ${what}.`)
}

/** Path of a file in a folder of the server. */
export function remotePath(folder: string, name: string): string {
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`
}

function exchangeFile(name: string, { size, mtime }: Pick<Stats, 'size' | 'mtime'>): ExchangeFile {
  return { name, sizeBytes: size, modifiedAtMs: mtime * 1000 }
}

/** Attributes of a path, without following a link; `undefined` when nothing is there. */
export async function lookAt(session: SftpSession, path: string): Promise<Stats | undefined> {
  try {
    return await session.request<Stats>((sftp, done) => sftp.lstat(path, done))
  } catch (error) {
    if (isStatus(error, 'missing')) return undefined
    throw error
  }
}

/**
 * Looks a regular file up; `undefined` when nothing is there.
 *
 * @throws FileExchangeError `ERR_NOT_A_FILE`
 */
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

/**
 * Absolute path of a folder, with its links resolved, as the server tells it; the path as it is
 * written when the server refuses to tell.
 */
export async function resolvedFolder(session: SftpSession, folder: string): Promise<string> {
  const written = posix.join(folder, '.')
  try {
    return await session.request<string>((sftp, done) => sftp.realpath(written, done))
  } catch (error) {
    if (error instanceof ConnectionLost) throw error
    return written
  }
}

const endOfListing = 1

/** The next entries of an open folder; `undefined` at its end. */
async function readEntries(session: SftpSession, handle: Buffer): Promise<FileEntry[] | undefined> {
  try {
    return await session.request<FileEntry[]>((sftp, done) => sftp.readdir(handle, done))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === endOfListing) return undefined
    throw error
  }
}

/** Reads all entries of a folder, up to the limit. */
async function entriesOf(session: SftpSession, folder: string): Promise<FileEntry[]> {
  const handle = await session.request<Buffer>((sftp, done) => sftp.opendir(folder, done))
  const count = createListingCount()
  const entries: FileEntry[] = []
  try {
    for (;;) {
      const next = await readEntries(session, handle)
      if (next === undefined) return entries
      count.add(next.length)
      entries.push(...next)
    }
  } finally {
    // Not awaited: the server closes the handle with the connection anyway.
    session
      .request((sftp, done) => sftp.close(handle, (error) => done(error, undefined)))
      .catch(() => undefined)
  }
}

/**
 * Attributes of a listed file; `undefined` when it is gone. A server need not send size and time
 * with a listing, and is asked for them then.
 *
 * @see draft-ietf-secsh-filexfer-02, 5
 */
async function attributesOf(
  session: SftpSession,
  folder: string,
  { filename, attrs }: FileEntry,
): Promise<Stats | FileEntry['attrs'] | undefined> {
  const isWhole = Number.isSafeInteger(attrs.size) && Number.isSafeInteger(attrs.mtime)
  return isWhole ? attrs : await lookAt(session, remotePath(folder, filename))
}

/**
 * Lists a folder: regular files sorted by name, and the ignored entries.
 *
 * @throws FileExchangeError `ERR_LISTING_TOO_LONG`
 */
export async function listRemote(session: SftpSession, folder: string): Promise<FileListing> {
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  for (const entry of await entriesOf(session, folder)) {
    const name = entry.filename
    if (name === '.' || name === '..') continue
    const listed = listedKind(entry)
    const isFile = listed === 'file' && ignoredName(name) === undefined
    const attributes = isFile ? await attributesOf(session, folder, entry) : entry.attrs
    if (attributes === undefined) continue
    const kind = isFile ? (kindOf(attributes) ?? listed) : listed
    const reason = kind === 'file' ? ignoredName(name) : kind
    if (reason === undefined) files.push(exchangeFile(name, attributes))
    else ignored.push({ name: printableName(name), reason })
  }
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), ignored }
}
