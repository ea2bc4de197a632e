import type { CommandCall } from '../command/command.ts'
import type { Terminal } from '../command/terminal.ts'
import { whileLocked } from '../output/output-locks.ts'
import { openWholeFile, type WholeFile } from '../output/whole-file.ts'
import { reconcileOptions as options } from './reconcile-options.ts'

/** The files that a comparison writes. */
export interface Outputs {
  readonly result: WholeFile
  readonly exceptions: WholeFile
  readonly report?: WholeFile
  readonly carriedPartner?: WholeFile
  readonly carriedService?: WholeFile
  readonly cleared?: WholeFile
  readonly foreignRows?: WholeFile
}

/**
 * Opens the files that a comparison writes; none is left when one cannot be written.
 *
 * @throws CommandFailure
 */
export async function openOutputs({ given }: CommandCall): Promise<Outputs> {
  const opened: WholeFile[] = []
  const open = async (path: string): Promise<WholeFile> => {
    const file = await openWholeFile(path)
    opened.push(file)
    return file
  }
  try {
    const [report, partner, service, cleared, foreign] = [
      given(options.report),
      given(options['carried-partner']),
      given(options['carried-service']),
      given(options.cleared),
      given(options['foreign-rows']),
    ]
    return {
      result: await open(given(options.out)),
      exceptions: await open(given(options.exceptions)),
      ...(report !== undefined && { report: await open(report) }),
      ...(partner !== undefined && { carriedPartner: await open(partner) }),
      ...(service !== undefined && { carriedService: await open(service) }),
      ...(cleared !== undefined && { cleared: await open(cleared) }),
      ...(foreign !== undefined && { foreignRows: await open(foreign) }),
    }
  } catch (error) {
    await Promise.all(opened.map((file) => file.discard()))
    throw error
  }
}

/**
 * Gives all outputs of a run their names, so that they are files of this run, also when another one
 * ends at the same time.
 *
 * @throws CommandFailure when one cannot be replaced
 */
export async function keepTogether(
  files: readonly WholeFile[],
  { note }: Pick<Terminal, 'note'>,
): Promise<void> {
  const paths = files.flatMap(({ target }) => (target === undefined ? [] : [target]))
  const onWait = () => note('Waits for another run that replaces the same files.')
  await whileLocked({ paths, onWait }, async () => {
    for (const file of files) await file.makeWay()
    for (const file of files) await file.keep()
  })
}
