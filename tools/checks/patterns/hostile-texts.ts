import { readPattern, type Part } from './pattern-tree.ts'

/** A text of variable length: a prefix, a repeated part, and a suffix. */
export interface HostileText {
  readonly before: string
  readonly pump: string
  readonly after: string
}

/** The text with a number of repetitions. */
export function pumped({ before, pump, after }: HostileText, times: number): string {
  return before + pump.repeat(times) + after
}

// Letters, digits, punctuation, blanks and the limits of character classes in this code.
const alphabet = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  '\n',
  '\r',
  '\t',
  '\0',
  '\u00a0',
  '\u2028',
  '\u4e2d',
]

function characterOf(source: string, flags: string): string | undefined {
  const pattern = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gdym]/g, ''))
  return ['a', '1', ...alphabet].find((character) => pattern.test(character))
}

/** The shortest text that a part matches, as far as single characters show. */
function shortest(part: Part, flags: string): string {
  if (part.kind === 'character') return characterOf(part.source, flags) ?? ''
  if (part.kind === 'sequence') return part.parts.map((one) => shortest(one, flags)).join('')
  if (part.kind === 'repeat') return shortest(part.body, flags).repeat(part.min)
  if (part.kind !== 'choice') return ''
  return part.options
    .map((option) => shortest(option, flags))
    .reduce((one, other) => (other.length < one.length ? other : one))
}

interface Loop {
  /** A text that matches the pattern from its start to the repetition. */
  readonly before: string
  readonly part: Part & { kind: 'repeat' }
}

/** The repetitions of a pattern, each with a text that leads to it. */
function loopsOf(part: Part, flags: string, before = ''): readonly Loop[] {
  if (part.kind === 'choice') {
    return part.options.flatMap((option) => loopsOf(option, flags, before))
  }
  if (part.kind === 'look') return loopsOf(part.body, flags, before)
  if (part.kind === 'repeat') return [{ before, part }, ...loopsOf(part.body, flags, before)]
  if (part.kind !== 'sequence') return []
  let lead = before
  return part.parts.flatMap((one) => {
    const found = loopsOf(one, flags, lead)
    lead += shortest(one, flags)
    return found
  })
}

function sourcesOf(part: Part): readonly string[] {
  if (part.kind === 'character') return [part.source]
  if (part.kind === 'sequence') return part.parts.flatMap(sourcesOf)
  if (part.kind === 'choice') return part.options.flatMap(sourcesOf)
  return part.kind === 'edge' ? [] : sourcesOf(part.body)
}

/**
 * Texts that make a regular expression as slow as possible: each leads to a repetition, repeats
 * what it matches, and ends with text that does not match. Each character in the expression is
 * repeated too, and each pair of neighbours.
 */
export function hostileTexts({ source, flags }: RegExp): readonly HostileText[] {
  const pattern = readPattern(source)
  const characters = [
    ...new Set(sourcesOf(pattern).flatMap((one) => characterOf(one, flags) ?? [])),
  ]
  // A line break ends the match of a dot, and another character after it that of `$`.
  const others = ['\u0001', '\n', ' ', '!', '\n!', '\\\n!']
  const loops = loopsOf(pattern, flags)
  const fed = loops.flatMap(({ before, part }) =>
    [
      shortest(part.body, flags),
      ...sourcesOf(part.body).map((one) => characterOf(one, flags) ?? ''),
    ]
      .filter((pump) => pump !== '')
      .flatMap((pump) => [
        { before, pump },
        { before: `\u0001${before}`, pump },
        { before: '', pump: before + pump },
      ]),
  )
  const repeated = [
    ...characters,
    ...characters.slice(1).map((character, place) => `${characters[place] ?? ''}${character}`),
    shortest(pattern, flags),
  ].map((pump) => ({ before: '', pump }))
  const texts = new Map<string, HostileText>()
  for (const text of [...fed, ...repeated]) {
    if (text.pump === '') continue
    for (const after of ['', ...others, ...characters.slice(0, 4)]) {
      texts.set(JSON.stringify([text.before, text.pump, after]), { ...text, after })
    }
  }
  return [...texts.values()]
}
