import { createServer } from 'node:net'
import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'

const causes: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another program listens on it'],
  ['EACCES', 'this user may not listen on it'],
])

/**
 * Makes sure that a port of the loopback interface is free.
 *
 * @param port 0 stands for any free port
 * @throws CommandFailure with exit code 1 when it is not
 */
export async function checkPort(port: number): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve)
    })
  } catch (error) {
    const code = fileErrorCode(error)
    throw new CommandFailure({
      reason: 'port_taken',
      message: `Port ${port} cannot be used: ${causes.get(code) ?? code}.`,
      remedy: 'Stop that program, or choose another port: --port 0 takes any free one.',
    })
  }
  await new Promise((resolve) => {
    server.close(resolve)
  })
}
