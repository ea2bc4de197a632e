import ssh2, { type SFTPWrapper } from 'ssh2'
import { folderAttributes } from './entry-attributes.ts'
import type { Session } from './session.ts'
import { absolutePath } from './session-folders.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const entriesAtOnce = 100

/** Answers the requests that list folders and name, rename or remove what is in them. */
export function serveFolders(sftp: SFTPWrapper, { answer, handles, folders }: Session): void {
  const stat = (id: number, path: string): void => {
    answer(id, async () => sftp.attrs(id, await folders.attributes(path)))
  }
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('REALPATH', (id, path) => {
    const filename = absolutePath(path)
    sftp.name(id, [{ filename, longname: filename, attrs: folderAttributes() }])
  })
  sftp.on('OPENDIR', (id, path) => {
    answer(id, async () => {
      sftp.handle(id, handles.add({ kind: 'listing', entries: await folders.list(path) }))
    })
  })
  sftp.on('READDIR', (id, handle) => {
    answer(id, async () => {
      const listing = handles.listing(handle)
      const next = listing.entries.slice(0, entriesAtOnce)
      listing.entries = listing.entries.slice(entriesAtOnce)
      if (next.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.name(id, [...next])
    })
  })
  sftp.on('REMOVE', (id, path) => {
    answer(id, async () => {
      await folders.remove(path)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
  sftp.on('RENAME', (id, fromPath, toPath) => {
    answer(id, async () => {
      await folders.rename(fromPath, toPath)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
}
