import { watchFiles } from '@merchant-edge/sftp'
import type { Command } from '../command/command.ts'
import { wholeNumber } from '../command/option.ts'
import { exchangeFailure } from './route.ts'
import { moveSettings, openRoute, replaceNote, routeOperands, routeOptions } from './route.ts'
import { transferNotes } from './transfer-notes.ts'
import { catchStopSignal } from '../command/stop-signal.ts'

const options = {
  ...routeOptions,
  interval: wholeNumber({
    placeholder: 'S',
    summary: 'Seconds between two scans of the source; 10 if left out.',
    min: 1,
    max: 86_400,
    absent: 10,
  }),
}

/** Copies new files to the other side until it is stopped. */
export const filesWatch: Command = {
  name: 'files watch',
  summary: 'Copy new files from the source to the target until the command is stopped.',
  usage: 'FROM TO --key FILE --host-key FINGERPRINT',
  operands: routeOperands,
  options,
  notes: [
    'A file is copied when it has not changed between two scans, so that none is copied while it is written.\n' +
      'A connection that breaks is opened again; a file at which it breaks each time comes last, and holds up no other one.\n' +
      'Ctrl-C stops the command with exit code 0.',
    'A file that appears again with other content is refused, and the target keeps the old one. Once that is removed,\n' +
      'the new one is copied.',
    replaceNote,
  ],
  examples: [
    'files watch ./out sftp://edge@files.example.com/in --key id_ed25519 --host-key SHA256:abc',
  ],
  async run(call) {
    const { given, terminal } = call
    const controller = new AbortController()
    const { stopped } = catchStopSignal(terminal)
    void stopped.then(() => controller.abort())
    let [moved, replaced] = [0, 0]
    try {
      const { from, to } = await openRoute(call)
      const note = transferNotes(terminal)
      try {
        await watchFiles(from, to, {
          ...moveSettings(call),
          signal: controller.signal,
          intervalMs: given(options.interval) * 1000,
          onEvent(event) {
            if (event.kind === 'ended') {
              if (event.result.outcome === 'moved') moved += 1
              if (event.result.outcome === 'replaced') replaced += 1
            }
            note(event)
          },
        })
      } finally {
        await Promise.all([from.close(), to.close()])
      }
    } catch (error) {
      throw exchangeFailure(error)
    }
    return { exitCode: 0, json: { moved, replaced }, text: `${moved} moved, ${replaced} replaced` }
  },
}
