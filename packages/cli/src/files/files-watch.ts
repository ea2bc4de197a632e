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
    summary: 'Seconds between two looks; 10 if left out.',
    min: 1,
    max: 86_400,
    absent: 10,
  }),
}

/** Copies new files to the other side until it is stopped. */
export const filesWatch: Command = {
  name: 'files watch',
  summary: 'Copy new files to the other side until stopped.',
  usage: 'FROM TO --key FILE --host-key FINGERPRINT',
  operands: routeOperands,
  options,
  notes: [
    'A file is taken when it has stood still for two looks, so that none is taken while it is written.\n' +
      'Connections that break are tried again; Ctrl-C stops with 0.',
    'A file that comes again with other content is refused, and what is there stays; once that is removed, the new one\n' +
      'is brought.',
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
