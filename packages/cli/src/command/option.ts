import { usageFailure } from './command-failure.ts'
import { quoted } from './printable.ts'

/**
 * An input of a command: an option with a value, a flag, or an operand. Help text, parsing and
 * error messages are derived from it.
 */
export interface Option<Value> {
  readonly kind: 'flag' | 'value' | 'list' | 'operand'
  /** Placeholder of the value in help texts, such as `FILE`; empty for a flag. */
  readonly placeholder: string
  /** One-line meaning, with unit and range. */
  readonly summary: string
  /** Whether the command cannot run without it. */
  readonly required: boolean
  /** Environment variable that is read when the option is not given. */
  readonly environment?: string
  /** Allowed values, if they are fixed; shells complete them. */
  readonly choices?: readonly string[]
  /**
   * Parses the typed text.
   *
   * @throws CommandFailure when the text is not of the expected form
   */
  read(texts: readonly string[], name: string): Value
}

interface Description {
  readonly placeholder: string
  readonly summary: string
  readonly environment?: string
  readonly choices?: readonly string[]
}

function single(texts: readonly string[], name: string): string | undefined {
  const [text] = texts
  if (text === '') {
    throw usageFailure(`${name} is empty.`, `Give ${name} a value.`)
  }
  return text
}

/** An option with one value that may be left out. */
export function text(description: Description): Option<string | undefined> {
  return { ...description, kind: 'value', required: false, read: single }
}

/** An optional option with one value, which may be empty. */
export function anyText(description: Description): Option<string | undefined> {
  return { ...description, kind: 'value', required: false, read: ([text]) => text }
}

function chosenOf<Word extends string>(
  choices: readonly Word[],
  given: string,
  name: string,
): Word {
  const chosen = choices.find((choice) => choice === given)
  if (chosen !== undefined) return chosen
  throw usageFailure(`${name} is ${quoted(given)}.`, `Write one of: ${choices.join(', ')}.`)
}

/** An option with one of several words that may be left out. */
export function word<Word extends string>(
  description: Omit<Description, 'choices'> & { choices: readonly Word[] },
): Option<Word | undefined> {
  return {
    ...description,
    kind: 'value',
    required: false,
    read: ([given], name) =>
      given === undefined ? undefined : chosenOf(description.choices, given, name),
  }
}

/** An option with one of several words; the first is the default. */
export function oneOf<Word extends string>(
  description: Omit<Description, 'choices'> & { choices: readonly [Word, ...Word[]] },
): Option<Word> {
  const { choices } = description
  return {
    ...description,
    kind: 'value',
    required: false,
    read: ([given], name) => (given === undefined ? choices[0] : chosenOf(choices, given, name)),
  }
}

/** An option with one of several words that the command cannot run without. */
export function requiredWord<Word extends string>(
  description: Omit<Description, 'choices'> & { choices: readonly [Word, ...Word[]] },
): Option<Word> {
  return { ...oneOf(description), required: true }
}

/** An option with one value that the command cannot run without. */
export function requiredText(description: Description): Option<string> {
  return {
    ...description,
    kind: 'value',
    required: true,
    read: (texts, name) => single(texts, name) ?? '',
  }
}

/** An option that may be given several times. */
export function texts(
  description: Description & { required?: boolean },
): Option<readonly string[]> {
  return {
    ...description,
    kind: 'list',
    required: description.required ?? false,
    read: (all) => all,
  }
}

/** An option that may be given several times, each time with one of several words. */
export function words<Word extends string>(
  description: Omit<Description, 'choices'> & { choices: readonly Word[] },
): Option<readonly Word[]> {
  return {
    ...description,
    kind: 'list',
    required: false,
    read: (all, name) => all.map((given) => chosenOf(description.choices, given, name)),
  }
}

/** An option without a value, which is true when it is given. */
export function flag(summary: string): Option<boolean> {
  return {
    kind: 'flag',
    placeholder: '',
    summary,
    required: false,
    read: (texts) => texts.length > 0,
  }
}

/** An option with a whole number within a range. */
export function wholeNumber<Absent extends number | undefined>(
  description: Description & { min: number; max: number; absent: Absent },
): Option<number | Absent> {
  const { min, max, absent, ...rest } = description
  return {
    ...rest,
    kind: 'value',
    required: false,
    read(texts, name) {
      const [given] = texts
      if (given === undefined) return absent
      const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
      if (number >= min && number <= max) return number
      throw usageFailure(
        `${name} is ${quoted(given)}, which is not a whole number from ${min} to ${max}.`,
        `Write a number such as ${name} ${absent ?? min}.`,
      )
    },
  }
}

/** A required positional argument. */
export function operand(description: Description): Option<string> {
  return { ...requiredText(description), kind: 'operand' }
}

/** An optional positional argument. */
export function optionalOperand(description: Description): Option<string | undefined> {
  return { ...text(description), kind: 'operand' }
}
