import type { RunningSandbox, SandboxOptions } from '@merchant-edge/sandbox/node'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { Command, Outcome } from '../command/command.ts'
import { text, texts, wholeNumber } from '../command/option.ts'
import { quoted } from '../command/printable.ts'
import { shellWord } from '../command/shell-word.ts'
import type { Terminal } from '../command/terminal.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { checkPort } from './check-port.ts'
import { openKeyFolder, type KeyFolder } from './key-folder.ts'
import { catchStopSignal } from '../command/stop-signal.ts'

function checkHosts(hosts: readonly string[], name: string): readonly string[] {
  const wrong = hosts.find((host) => !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host))
  if (wrong === undefined) return hosts
  throw usageFailure(
    `${name} is ${quoted(wrong)}, which is no host.`,
    `Write a host and its port such as ${name} localhost:8787.`,
  )
}

const options = {
  port: wholeNumber({
    placeholder: 'N',
    summary: 'Port on this machine; 8790 if left out, 0 for any free port.',
    min: 0,
    max: 65_535,
    absent: 8790,
  }),
  state: text({
    placeholder: 'DIR',
    summary: 'Directory for orders, balances and keys; everything is lost at the end if left out.',
  }),
  'callback-host': {
    ...texts({
      placeholder: 'HOST:PORT',
      summary: 'Host to which callbacks may be sent, such as localhost:8787; none if left out.',
    }),
    read: checkHosts,
  },
}

/** X-Key-Code of the key pair that this command registers. */
const keyCode = 'merchant-edge-cli'

/** workerd is started through miniflare, which needs this version. */
const minNodeMajor = 22

const pages: readonly (readonly [path: string, meaning: string])[] = [
  ['/', 'overview'],
  ['/phone', "the customer's phone: scan a QR and pay"],
  ['/merchant', 'the merchant site: keys, stores, refunds'],
  ['/callbacks', 'callbacks: lose, delay, repeat, forge'],
  ['/journal', 'every request, and why one was refused'],
]

function checkNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= minNodeMajor) return
  throw new CommandFailure({
    reason: 'node_too_old',
    message: `The sandbox needs Node ${minNodeMajor} or newer; this is ${process.version}.`,
    remedy: 'Run it with a newer Node; every other command works with this one.',
  })
}

// workerd is larger than everything else here, so users who only sign and call need not install it.
async function loadSandbox() {
  try {
    return await import('@merchant-edge/sandbox/node')
  } catch (error) {
    const isAbsent = String(error).includes("package '@merchant-edge/sandbox'")
    if (!isAbsent || fileErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandFailure({
      reason: 'sandbox_not_installed',
      message: 'The sandbox is a package of its own, which is not installed.',
      remedy:
        'Run npm install @merchant-edge/sandbox where @merchant-edge/cli is installed; add --global if the ' +
        'command is installed globally.',
    })
  }
}

type StartSandbox = Awaited<ReturnType<typeof loadSandbox>>['startSandbox']

async function start(
  startSandbox: StartSandbox,
  sandboxOptions: SandboxOptions,
): Promise<RunningSandbox> {
  try {
    return await startSandbox(sandboxOptions)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure({
      reason: 'sandbox_not_started',
      message: `The sandbox did not start: ${why}`,
      remedy: 'Check that the port is free and the state directory is of this version.',
    })
  }
}

interface Started {
  readonly running: RunningSandbox
  readonly keys: KeyFolder
  readonly stateDirectory: string | undefined
}

function outcomeOf({ running, keys, stateDirectory }: Started, terminal: Terminal): Outcome {
  const { url, merchantCode, storeCode, posCode } = running
  const { privateKey, callbackPublicKey } = keys
  const connection = `--url ${url} --key ${shellWord(privateKey)} --key-code ${keyCode}`
  return {
    exitCode: 0,
    json: {
      url,
      keyCode,
      privateKey,
      callbackPublicKey,
      merchantCode,
      storeCode,
      posCode,
      stateDirectory: stateDirectory ?? null,
      pages: pages.map(([path]) => url + path),
    },
    text: [
      terminal.paint('bold', `The wallet service runs at ${url}`),
      '',
      `  key code      ${keyCode}`,
      `  private key   ${privateKey}`,
      `  callback key  ${callbackPublicKey}`,
      `  store, POS    ${storeCode}, ${posCode}`,
      '',
      ...pages.map(([path, meaning]) => `  ${(url + path).padEnd(36)} ${meaning}`),
      '',
      `Try: merchant-edge doctor ${connection}`,
      stateDirectory === undefined
        ? 'Ctrl-C stops it; nothing is kept, the keys are removed.'
        : `Ctrl-C stops it; orders and keys stay in ${stateDirectory}.`,
    ].join('\n'),
  }
}

/** Starts the wallet service on this machine. */
export const sandbox: Command = {
  name: 'sandbox',
  summary: 'Start the wallet service on this machine, until Ctrl-C.',
  usage: '[--port N] [--state DIR] [--callback-host HOST:PORT ...]',
  operands: {},
  options,
  notes: [
    'A key pair is made and registered at the start. Needs Node 22 or newer, and the package\n' +
      '@merchant-edge/sandbox beside this one.',
    'It listens on localhost, 127.0.0.1 and [::1], and refuses requests from web pages of other origins.',
  ],
  examples: [
    'sandbox --callback-host localhost:8787',
    'sandbox --port 0 --state ./sandbox-state --json',
  ],
  async run({ given, terminal }) {
    checkNode()
    const port = given(options.port)
    const stateDirectory = given(options.state)
    const { startSandbox } = await loadSandbox()
    await checkPort(port)
    const signal = catchStopSignal(terminal)
    const keys = await openKeyFolder(stateDirectory)
    const running = await start(startSandbox, {
      port,
      seedKeys: [{ keyCode, publicKeyPem: keys.publicKeyPem }],
      callbackHosts: given(options['callback-host']),
      ...(stateDirectory !== undefined && { persistTo: stateDirectory }),
    })
    signal.takeOver()
    await keys.writeCallbackKey(running.callbackPublicKeyPem)
    return {
      ...outcomeOf({ running, keys, stateDirectory }, terminal),
      async untilStopped() {
        await signal.stopped
        terminal.note('Stopping.')
        await running.stop()
      },
    }
  },
}
