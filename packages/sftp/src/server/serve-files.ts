import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import { entryAttributes } from './entry-attributes.ts'
import { ProtocolRefusal } from './protocol-refusal.ts'
import type { Session } from './session.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const maxReadBytes = 256 * 1024

function refuseResize({ size }: Partial<Attributes>): void {
  if (size !== undefined) throw new ProtocolRefusal('OP_UNSUPPORTED', 'no resizing')
}

/** Answers the requests that open, read, write and close files. */
export function serveFiles(sftp: SFTPWrapper, { answer, handles, folders }: Session): void {
  sftp.on('OPEN', (id, path, flags) => {
    answer(id, async () => sftp.handle(id, handles.add(await folders.open(path, flags))))
  })
  sftp.on('READ', (...[id, handle, position, length]) => {
    answer(id, async () => {
      const { file } = handles.file(handle)
      const bytes = await file.read(position, Math.min(length, maxReadBytes))
      if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    })
  })
  sftp.on('WRITE', (...[id, handle, position, data]) => {
    answer(id, async () => {
      await handles.file(handle).write(position, data)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
  sftp.on('FSTAT', (id, handle) => {
    answer(id, async () => sftp.attrs(id, entryAttributes(await handles.file(handle).file.stat())))
  })
  // Permissions and times are accepted and ignored: clients set them after every upload.
  sftp.on('FSETSTAT', (id, handle, attributes) => {
    answer(id, async () => {
      handles.file(handle)
      refuseResize(attributes)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
  sftp.on('SETSTAT', (id, path, attributes) => {
    answer(id, async () => {
      await folders.attributes(path)
      refuseResize(attributes)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
  sftp.on('CLOSE', (id, handle) => {
    answer(id, async () => {
      await handles.close(handle)
      sftp.status(id, STATUS_CODE.OK)
    })
  })
}
