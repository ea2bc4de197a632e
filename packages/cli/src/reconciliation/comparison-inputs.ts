import {
  checksumProfiles,
  findChecksumProfile,
  type ChecksumProfile,
  type ForeignSettings,
} from '@merchant-edge/reconcile'
import { usageFailure } from '../command/command-failure.ts'
import type { CommandCall } from '../command/command.ts'
import { quoted } from '../command/printable.ts'
import { readForeignRules } from './foreign-rules-file.ts'
import { inputFile, readChecksumKey, type InputFile } from './input-file.ts'
import { reconcileOptions as options } from './reconcile-options.ts'
import type { Readers } from './start-readers.ts'

function profileOf({ given }: CommandCall) {
  const name = given(options.profile)
  if (name === undefined) return undefined
  const profile = findChecksumProfile(name)
  if (profile !== undefined) return profile
  throw usageFailure(
    `There is no checksum profile ${quoted(name)}.`,
    `Profiles: ${Object.keys(checksumProfiles).join(', ')}.`,
  )
}

async function foreignOf({ given, terminal }: CommandCall): Promise<ForeignSettings | undefined> {
  const path = given(options['foreign-rules'])
  if (path !== undefined) return { rules: await readForeignRules(path, terminal) }
  if (given(options['foreign-rows']) === undefined) return undefined
  throw usageFailure(
    '--foreign-rows is given without --foreign-rules.',
    'Give the file with the rules too: without one no row is foreign.',
  )
}

async function carriedFile(path: string | undefined) {
  return path === undefined ? undefined : inputFile([path])
}

/** The files of both sides, and the threads that were started for them. */
export interface ComparedSides {
  readonly partner: InputFile
  readonly service: InputFile
  /** Token of the service in the names of the files, if it is not the usual one. */
  readonly serviceToken: string | undefined
  readonly readers: Readers
  /** Whether every row is compared, and not only those that may differ. */
  readonly areAllCompared: boolean
}

/** Everything that a comparison reads. */
export interface ComparisonInputs extends ComparedSides {
  readonly key: string
  readonly previousKey: string | undefined
  readonly profile: ChecksumProfile | undefined
  readonly carryPartner: InputFile | undefined
  readonly carryService: InputFile | undefined
  readonly foreign: ForeignSettings | undefined
}

/**
 * Reads the keys and the rules, and opens the carried rows.
 *
 * @throws CommandFailure with exit code 2 when one of them cannot be read or is malformed
 */
export async function readInputs(
  call: CommandCall,
  sides: ComparedSides,
): Promise<ComparisonInputs> {
  const { given, terminal } = call
  const profile = profileOf(call)
  const previousKeyFile = given(options['previous-key-file'])
  const [key, previousKey] = await Promise.all([
    readChecksumKey(given(options['key-file']), terminal),
    previousKeyFile === undefined ? undefined : readChecksumKey(previousKeyFile, terminal),
  ])
  const carryPartner = await carriedFile(given(options['carry-partner']))
  const carryService = await carriedFile(given(options['carry-service']))
  const foreign = await foreignOf(call)
  return { ...sides, key, previousKey, profile, carryPartner, carryService, foreign }
}

/**
 * Checks that the files are those that were opened. A reading that is not repeated would join two
 * versions of a file.
 *
 * @throws CommandFailure `file_changed`
 */
export async function checkUnchanged({
  partner,
  service,
  carryPartner,
  carryService,
}: ComparisonInputs): Promise<void> {
  for (const file of [partner, service, carryPartner, carryService]) await file?.checkUnchanged()
}
