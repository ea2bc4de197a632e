/** A part of a regular expression. */
export type Part =
  /** One character: a letter, a class or an escape, with the source that matches it alone. */
  | { readonly kind: 'character'; readonly source: string }
  /** An assertion that consumes no character: `^`, `$`, `\b` or `\B`. */
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly options: readonly Part[] }
  | {
      readonly kind: 'repeat'
      readonly body: Part
      readonly min: number
      readonly max: number
      readonly isLazy: boolean
    }
  | {
      readonly kind: 'look'
      readonly body: Part
      readonly isBehind: boolean
      readonly isNegative: boolean
    }

function boundsOf(quantifier: string): readonly [min: number, max: number] {
  if (quantifier === '*') return [0, Infinity]
  if (quantifier === '+') return [1, Infinity]
  if (quantifier === '?') return [0, 1]
  const [min = '', max = min] = quantifier.slice(1, -1).split(',')
  return [Number(min), max === '' ? Infinity : Number(max)]
}

class PatternReader {
  #at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  #take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'uy')
    sticky.lastIndex = this.#at
    const [text] = sticky.exec(this.#source) ?? []
    if (text !== undefined) this.#at += text.length
    return text
  }

  read(): Part {
    const part = this.#choice()
    if (this.#at < this.#source.length) throw new SyntaxError(`Not understood: ${this.#source}`)
    return part
  }

  #choice(): Part {
    const options = [this.#sequence()]
    while (this.#take(/\|/) !== undefined) options.push(this.#sequence())
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      parts.push(this.#repeated(this.#single()))
    }
    return { kind: 'sequence', parts }
  }

  #single(): Part {
    const group = this.#take(/\((?:\?(?::|<?[=!]|<\w+>))?/)
    if (group !== undefined) return this.#group(group)
    const edge = this.#take(/[$^]|\\[bB]/)
    if (edge !== undefined) return { kind: 'edge', source: edge }
    // A class, an escape of any length, or one character for itself.
    const source =
      this.#take(/\[(?:[^\]\\]|\\.)*\]/) ??
      this.#take(
        /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^1-9k])/,
      ) ??
      this.#take(/[^\\]/)
    if (source === undefined) throw new SyntaxError(`Not understood: ${this.#source}`)
    return { kind: 'character', source }
  }

  #group(opening: string): Part {
    const body = this.#choice()
    if (this.#take(/\)/) === undefined) throw new SyntaxError(`Not closed: ${this.#source}`)
    if (!/[=!]$/.test(opening)) return body
    return {
      kind: 'look',
      body,
      isBehind: opening.includes('<'),
      isNegative: opening.endsWith('!'),
    }
  }

  #repeated(body: Part): Part {
    const quantifier = this.#take(/[*+?]|\{\d+(?:,\d*)?\}/)
    if (quantifier === undefined) return body
    const isLazy = this.#take(/\?/) !== undefined
    const [min, max] = boundsOf(quantifier)
    return { kind: 'repeat', body, min, max, isLazy }
  }
}

/**
 * Reads a regular expression.
 *
 * @param source the text between its slashes
 * @throws SyntaxError for syntax that this parser does not support, such as a back-reference
 */
export function readPattern(source: string): Part {
  return new PatternReader(source).read()
}
