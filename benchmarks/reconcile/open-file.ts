import { open } from 'node:fs/promises'

/** Opens a file as a stream of bytes that reads into the buffers of whoever takes it. */
export async function openFile(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path)
  return new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 64 * 1024,
    async pull(controller) {
      const request = controller.byobRequest
      const view = request?.view
      if (request === null || view === null || view === undefined) return
      const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      const { bytesRead } = await file.read(target)
      if (bytesRead > 0) return request.respond(bytesRead)
      await file.close()
      controller.close()
      return request.respond(0)
    },
    cancel: () => file.close(),
  })
}
