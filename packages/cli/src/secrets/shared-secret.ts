import { CommandFailure } from '../command/command-failure.ts'
import type { Secrets } from './secret-files.ts'
import type { Secret } from './secret-table.ts'

/** A command that changes a secret in each of its files, one file after another. */
export type SecretStep = 'rotate' | 'use' | 'retire'

/** A file of a secret, and its content. */
export interface HeldSecrets {
  readonly path: string
  readonly secrets: Secrets
}

interface Values {
  readonly value: string | undefined
  readonly other: string | undefined
}

function valuesOf({ secrets }: HeldSecrets, { name }: Secret): Values {
  const values = new Map(Object.entries(secrets))
  return {
    value: values.get(name) ?? undefined,
    other: values.get(`${name}_PREVIOUS`) ?? undefined,
  }
}

function areSame(one: Values, another: Values): boolean {
  return one.value === another.value && one.other === another.other
}

/** The command that makes the values after of the values before. */
function stepBetween(before: Values, after: Values): SecretStep | undefined {
  if (before.value === after.other && before.other === after.value) return 'use'
  if (before.value !== after.value) return undefined
  if (before.other === undefined) return 'rotate'
  return after.other === undefined ? 'retire' : undefined
}

/**
 * Compares the files of a secret. The first one is written first, so after a command that was killed
 * it has the new values, and the others may have the old ones.
 *
 * @returns the command to finish, by giving the others the values of the first; `undefined` when all
 *   files have the same values
 * @throws CommandFailure `secrets_differ` when no command can have left them so
 */
function unfinishedStep(files: readonly HeldSecrets[], secret: Secret): SecretStep | undefined {
  const [first, ...others] = files
  if (first === undefined) return undefined
  const after = valuesOf(first, secret)
  const behind = others.find((file) => !areSame(valuesOf(file, secret), after))
  if (behind === undefined) return undefined
  const step = stepBetween(valuesOf(behind, secret), after)
  if (step !== undefined) return step
  throw new CommandFailure({
    reason: 'secrets_differ',
    message: `${secret.name} has other values in ${first.path} than in ${behind.path}. Nothing was written.`,
    remedy: 'Give both files the values with which the Workers serve.',
  })
}

/**
 * The contents that finish a command which was killed between two files.
 *
 * @returns `undefined` when there is nothing to finish
 * @throws CommandFailure `secrets_unfinished` when another command is to be finished first,
 *   `secrets_differ` when no command can have left the files so
 */
export function finished(
  files: readonly HeldSecrets[],
  secret: Secret,
  step: SecretStep,
): HeldSecrets[] | undefined {
  const unfinished = unfinishedStep(files, secret)
  const [first] = files
  if (first === undefined || unfinished === undefined) return undefined
  const { name } = secret
  if (unfinished !== step) {
    throw new CommandFailure({
      reason: 'secrets_unfinished',
      message: `secrets ${unfinished} ${name} was interrupted: ${first.path} has its result, and not every file does. Nothing was written.`,
      remedy: `Finish it with: secrets ${unfinished} ${name}.`,
    })
  }
  const { value, other } = valuesOf(first, secret)
  return files.map(({ path, secrets }) => ({
    path,
    secrets: { ...secrets, [name]: value ?? null, [`${name}_PREVIOUS`]: other ?? null },
  }))
}
