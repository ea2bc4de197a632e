import * as v from 'valibot'

/** Text for people: whole Unicode characters, no control characters. */
export function plainText(mostCharacters: number): v.GenericSchema<string> {
  return v.pipe(
    v.string('must be text'),
    v.maxLength(mostCharacters, `must be at most ${mostCharacters} characters`),
    v.check(
      (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
      'must not hold control characters or halves of characters',
    ),
  )
}
