import { registerHooks } from 'node:module'
import { Server, Socket } from 'node:net'
import { pathToFileURL } from 'node:url'

/**
 * Runs modules one after another in this process and sends the result of each to the parent
 * process. The exports of `cloudflare:workers` are replaced by empty classes, connections to other
 * machines fail, and the output of the modules is discarded.
 */

/** The result of one module. */
export interface RunReport {
  readonly file: string
  /** Stack or message of the failure. */
  readonly error?: string
}

const secondsForOne = 60
const workersStub = `data:text/javascript,${encodeURIComponent(`
  class WithEnv { constructor(ctx, env) { this.ctx = ctx; this.env = env } }
  export class WorkerEntrypoint extends WithEnv {}
  export class DurableObject extends WithEnv {}
  export class RpcTarget {}
  export const env = {}
`)}`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers'
      ? { url: workersStub, shortCircuit: true }
      : next(specifier, context),
})

// oxlint-disable-next-line typescript/unbound-method -- it is applied to its own object below
const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...parameters: unknown[]): Socket {
  const text = JSON.stringify(parameters)
  if (/127\.0\.0\.1|localhost|::1|"path"/.test(text))
    return Reflect.apply(connect, this, parameters)
  throw new Error(`An example connects to something other than this machine: ${text}`)
}
// oxlint-disable-next-line typescript/unbound-method -- it is applied to its own object below
const listen = Server.prototype.listen
// The port of an example may be in use: the server listens on a free one instead.
Server.prototype.listen = function (this: Server, ...parameters: unknown[]): Server {
  const callback = parameters.find((one) => typeof one === 'function')
  return Reflect.apply(listen, this, [
    0,
    '127.0.0.1',
    ...(callback === undefined ? [] : [callback]),
  ])
}

const send = (report: RunReport): void => void process.send?.(report)
let running = ''
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => send({ file: running, error: textOf(error) }))
}
process.stdout.write = () => true
process.stderr.write = () => true

for (const file of process.argv.slice(2)) {
  running = file
  const timer = Promise.withResolvers<never>()
  const deadline = setTimeout(
    () => timer.reject(new Error(`It was not done after ${secondsForOne} s.`)),
    secondsForOne * 1000,
  )
  try {
    await Promise.race([import(pathToFileURL(file).href), timer.promise])
    // Unhandled rejections are reported before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    send({ file })
  } catch (error) {
    send({ file, error: textOf(error) })
  } finally {
    clearTimeout(deadline)
  }
}
process.disconnect()
process.exit()

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
