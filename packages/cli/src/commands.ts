import type { Command } from './command/command.ts'
import { call } from './commands/call.ts'
import { checksumDetect } from './commands/checksum-detect.ts'
import { completion } from './commands/completion.ts'
import { doctor } from './commands/doctor.ts'
import { explain } from './commands/explain.ts'
import { filesPull, filesPush } from './commands/files-move.ts'
import { filesWatch } from './commands/files-watch.ts'
import { keysGenerate } from './commands/keys-generate.ts'
import { keysInspect } from './commands/keys-inspect.ts'
import { login } from './commands/login.ts'
import { reconcile } from './commands/reconcile.ts'
import { sandbox } from './commands/sandbox.ts'
import { sign } from './commands/sign.ts'
import { triggerCallback } from './commands/trigger-callback.ts'
import { verifyCallback } from './commands/verify-callback.ts'

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  keysGenerate,
  keysInspect,
  sign,
  explain,
  verifyCallback,
  call,
  triggerCallback,
  login,
  reconcile,
  checksumDetect,
  filesPush,
  filesPull,
  filesWatch,
  sandbox,
  doctor,
  completion(() => commands),
]
