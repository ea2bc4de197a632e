import { moveFiles, type FileOutcome } from '@merchant-edge/sftp'
import type { Command, CommandCall } from '../command/command.ts'
import { saysWhenEnded } from '../command/end-by-signal.ts'
import { exchangeFailure } from './route.ts'
import { moveSettings, openRoute, replaceNote, routeOperands, routeOptions } from './route.ts'
import { transferNotes } from './transfer-notes.ts'

function outcomeJson(result: FileOutcome): object {
  if (result.outcome !== 'refused') return result
  const { code, reason, remedy } = result.error
  return { outcome: 'refused', name: result.name, error: { code, reason, remedy } }
}

const interrupted = {
  message:
    'The command was interrupted: of each file either the whole is at the target, or nothing.',
  remedy: 'Run it again: files that are there are skipped.',
}

interface Words {
  readonly name: 'files push' | 'files pull'
  readonly summary: string
  readonly usage: string
  readonly example: string
}

async function moveAll(call: CommandCall, signal: AbortSignal): Promise<FileOutcome[]> {
  const { from, to } = await openRoute(call)
  try {
    const onEvent = transferNotes(call.terminal)
    return await moveFiles(from, to, { ...moveSettings(call), onEvent, signal })
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

function moveCommand({ name, summary, usage, example }: Words): Command {
  return {
    name,
    summary,
    usage,
    operands: routeOperands,
    options: routeOptions,
    notes: [
      'A file that the target already has with the same content is skipped, and one with other content is refused, so\n' +
        'that repeating the command is always safe. Exit code 1 when a file was refused. The host key of an SFTP\n' +
        'server must be given with --host-key.',
      replaceNote,
    ],
    examples: [example],
    async run(call) {
      try {
        const results = await saysWhenEnded(
          (signal) => moveAll(call, signal),
          () => interrupted,
        )
        const count = (outcome: FileOutcome['outcome']): number =>
          results.filter((result) => result.outcome === outcome).length
        const counts = {
          moved: count('moved'),
          replaced: count('replaced'),
          skipped: count('skipped'),
          refused: count('refused'),
        }
        const { moved, replaced, skipped, refused } = counts
        return {
          exitCode: refused === 0 ? 0 : 1,
          json: { ...counts, files: results.map((result) => outcomeJson(result)) },
          text: `${moved} moved, ${replaced} replaced, ${skipped} there already, ${refused} refused`,
        }
      } catch (error) {
        throw exchangeFailure(error)
      }
    },
  }
}

/** Copies files from this side to the other one, once. */
export const filesPush = moveCommand({
  name: 'files push',
  summary: 'Copy the files of a folder to the target once, such as to an SFTP server.',
  usage: 'FOLDER sftp://USER@HOST/FOLDER --key FILE --host-key FINGERPRINT',
  example:
    'files push ./out sftp://edge@files.example.com/in --key id_ed25519 --host-key SHA256:abc',
})

/** Fetches files of the other side, once. */
export const filesPull = moveCommand({
  name: 'files pull',
  summary: 'Copy the files of a source to a folder once, such as from an SFTP server.',
  usage: 'sftp://USER@HOST/FOLDER FOLDER --key FILE --host-key FINGERPRINT',
  example:
    'files pull sftp://edge@files.example.com/out ./in --key id_ed25519 --host-key SHA256:abc',
})
