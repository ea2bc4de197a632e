import {
  ReconcileError,
  formatSummary,
  reconcile as reconcileFiles,
  reconciliationJson,
  type ReconcileErrorCode,
  type Reconciliation,
} from '@merchant-edge/reconcile'
import { formatReport } from '@merchant-edge/reconcile/report'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { CommandCall, Outcome } from '../command/command.ts'
import { byteProgress } from './byte-progress.ts'
import { resumeOptimizing, saveMemory } from './compiler-flags.ts'
import {
  checkUnchanged,
  readInputs,
  type ComparedSides,
  type ComparisonInputs,
} from './comparison-inputs.ts'
import { engineOf } from './engine-of-readers.ts'
import { sha256Digest } from './sha256-digest.ts'
import { openSpillFile } from './spill-file.ts'
import { reconcileOptions as options } from './reconcile-options.ts'
import type { WholeFile } from '../output/whole-file.ts'
import { keepTogether, openOutputs, type Outputs } from './reconcile-outputs.ts'
import { totalBytesOf } from './start-readers.ts'

function hasDifference({ counts, exceptions }: Reconciliation): boolean {
  const { '00': _equal, ...differing } = counts
  return [...Object.values(differing), ...Object.values(exceptions)].some((count) => count > 0)
}

function storeOf({ given }: CommandCall) {
  const mid = given(options.store)
  const tid = given(options.terminal)
  if (mid !== undefined) return { store: { mid, ...(tid !== undefined && { tid }) } }
  if (tid === undefined) return {}
  throw usageFailure(
    '--terminal is given without --store.',
    'Give both: terminals of two stores may have the same code.',
  )
}

async function runWith(
  call: CommandCall,
  inputs: ComparisonInputs,
  outputs: Outputs,
): Promise<Reconciliation> {
  const { given, terminal } = call
  const { partner, service, carryPartner, carryService, readers } = inputs
  const { serviceToken, key, previousKey, profile, foreign } = inputs
  const { carriedPartner, carriedService, cleared, foreignRows } = outputs
  const compare = given(options.compare)
  const progress = byteProgress(terminal, {
    totalBytes: totalBytesOf(inputs),
    isWanted: given(options.progress),
  })
  const engine = engineOf(readers, inputs)
  if (readers.kind === 'one-side-each') void readers.sideThread.loaded.then(saveMemory)
  else saveMemory()
  return await reconcileFiles({
    partner: { ...partner.input, ...(carryPartner && { openCarried: carryPartner.input.open }) },
    service: { ...service.input, ...(carryService && { openCarried: carryService.input.open }) },
    key,
    ...(previousKey !== undefined && { previousKey }),
    ...(profile !== undefined && { profile }),
    ...(serviceToken !== undefined && { serviceToken }),
    result: outputs.result.stream,
    exceptions: outputs.exceptions.stream,
    ...(carriedPartner && { carriedPartner: carriedPartner.stream }),
    ...(carriedService && { carriedService: carriedService.stream }),
    ...(cleared && { cleared: cleared.stream }),
    ...(foreignRows && { foreignRows: foreignRows.stream }),
    ...(foreign && { foreign }),
    ...storeOf(call),
    ...(compare.length > 0 && { compare }),
    all: given(options.all),
    exact: given(options.exact),
    force: given(options.force),
    header: given(options.header) ? 'skip' : 'refuse',
    createDigest: sha256Digest,
    openSpill: openSpillFile,
    ...(engine && { engine }),
    onProgress: (found) => progress.take(found),
  }).finally(() => progress.end())
}

/** Error codes whose remedy mentions `--force`. */
const forceable: readonly ReconcileErrorCode[] = [
  'ERR_FILES_UNRELATED',
  'ERR_ROWS_UNREADABLE',
  'ERR_CARRIED_UNREADABLE',
  'ERR_FILE_EMPTY',
]

/** What the command says after the remedy of an error. */
function optionFor(code: ReconcileErrorCode): string {
  const force = forceable.includes(code) ? ' --force goes on.' : ''
  const isKey = code === 'ERR_CARRIED_UNREADABLE'
  return isKey ? ` --previous-key-file gives the previous key.${force}` : force
}

function reconcileFailure(error: unknown): unknown {
  if (!(error instanceof ReconcileError)) return error
  const { code, message, remedy } = error
  return new CommandFailure({
    reason: code.replace(/^ERR_/, '').toLowerCase(),
    message: message.replace(remedy, '').trim(),
    remedy: `${remedy}${optionFor(code)}`,
  })
}

/**
 * Compares the files of both sides, writes the outputs, and says what was found.
 *
 * @throws CommandFailure; no output is left then
 */
export async function runComparison(call: CommandCall, sides: ComparedSides): Promise<Outcome> {
  const { given } = call
  const language = given(options.lang)
  const inputs = await readInputs(call, sides)
  const outputs = await openOutputs(call)
  const files = Object.values<WholeFile>({ ...outputs })
  try {
    const outcome = await runWith(call, inputs, outputs)
    if (outputs.report !== undefined) {
      const writer = outputs.report.stream.getWriter()
      await writer.write(new TextEncoder().encode(formatReport(outcome, language)))
      await writer.close()
    }
    await checkUnchanged(inputs)
    await keepTogether(files, call.terminal)
    const isDifferent = given(options['fail-on-difference']) && hasDifference(outcome)
    return {
      exitCode: isDifferent ? 3 : 0,
      json: reconciliationJson(outcome),
      text: formatSummary(outcome, language).trimEnd(),
    }
  } catch (error) {
    await Promise.all(files.map((file) => file.discard()))
    throw reconcileFailure(error)
  } finally {
    resumeOptimizing()
  }
}
