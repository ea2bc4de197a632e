import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSftpExchange, type FileExchange } from '../src/index.ts'
import { createDiskFolder, startSftpServer } from '../src/server/index.ts'

// Goal: whoever runs the server learns what failed in it, of which a client is told nothing.

async function exchangeWith(folder: string, onError?: (error: unknown) => void) {
  const server = await startSftpServer({
    users: [
      { name: 'partner', password: 'right', folders: { in: { store: createDiskFolder(folder) } } },
    ],
    onError,
  })
  const exchange: FileExchange = createSftpExchange({
    host: '127.0.0.1',
    port: server.port,
    username: 'partner',
    login: { password: 'right' },
    folder: '/in',
    hostKeyFingerprints: [server.hostKeyFingerprint],
    retry: { attempts: 1 },
  })
  onTestFinished(async () => {
    await exchange.close()
    await server.stop()
  })
  return exchange
}

async function readFile(exchange: FileExchange, name: string): Promise<string> {
  return new Response(await exchange.get(name)).text()
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errors-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('reports an error of a folder, of which the client learns only that the server failed', async () => {
  const errors: unknown[] = []
  const folder = await newFolder()
  const exchange = await exchangeWith(folder, (error) => errors.push(error))
  expect(await exchange.list()).toMatchObject({ files: [] })
  await rm(folder, { recursive: true })

  const refusal = await exchange.list().catch((error: unknown) => error)

  expect(String(refusal)).toContain('the server failed')
  expect(String(refusal)).not.toContain(folder)
  expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT', path: folder })])
})

it('reports no request that it refuses', async () => {
  const errors: unknown[] = []
  const exchange = await exchangeWith(await newFolder(), (error) => errors.push(error))

  await expect(readFile(exchange, 'missing.csv')).rejects.toThrow(/missing\.csv/)

  expect(errors).toEqual([])
})

it('answers an error without anyone to report it to', async () => {
  const folder = await newFolder()
  const exchange = await exchangeWith(folder)
  await rm(folder, { recursive: true })

  await expect(exchange.list()).rejects.toThrow(/the server failed/)
})
