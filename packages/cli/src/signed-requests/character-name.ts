/** Unicode names of characters in which signed texts often differ. */
const names: Readonly<Record<string, string>> = {
  '\t': 'CHARACTER TABULATION',
  '\n': 'LINE FEED',
  '\r': 'CARRIAGE RETURN',
  ' ': 'SPACE',
  '!': 'EXCLAMATION MARK',
  '"': 'QUOTATION MARK',
  '#': 'NUMBER SIGN',
  $: 'DOLLAR SIGN',
  '%': 'PERCENT SIGN',
  '&': 'AMPERSAND',
  "'": 'APOSTROPHE',
  '(': 'LEFT PARENTHESIS',
  ')': 'RIGHT PARENTHESIS',
  '*': 'ASTERISK',
  '+': 'PLUS SIGN',
  ',': 'COMMA',
  '-': 'HYPHEN-MINUS',
  '.': 'FULL STOP',
  '/': 'SOLIDUS',
  ':': 'COLON',
  ';': 'SEMICOLON',
  '<': 'LESS-THAN SIGN',
  '=': 'EQUALS SIGN',
  '>': 'GREATER-THAN SIGN',
  '?': 'QUESTION MARK',
  '@': 'COMMERCIAL AT',
  '[': 'LEFT SQUARE BRACKET',
  '\\': 'REVERSE SOLIDUS',
  ']': 'RIGHT SQUARE BRACKET',
  _: 'LOW LINE',
  '`': 'GRAVE ACCENT',
  '{': 'LEFT CURLY BRACKET',
  '|': 'VERTICAL LINE',
  '}': 'RIGHT CURLY BRACKET',
  '~': 'TILDE',
  '\u00A0': 'NO-BREAK SPACE',
  '\u00AD': 'SOFT HYPHEN',
  '\u200B': 'ZERO WIDTH SPACE',
  '\u200C': 'ZERO WIDTH NON-JOINER',
  '\u200D': 'ZERO WIDTH JOINER',
  '\u2013': 'EN DASH',
  '\u2014': 'EM DASH',
  '\u2018': 'LEFT SINGLE QUOTATION MARK',
  '\u2019': 'RIGHT SINGLE QUOTATION MARK',
  '\u201C': 'LEFT DOUBLE QUOTATION MARK',
  '\u201D': 'RIGHT DOUBLE QUOTATION MARK',
  '\u2028': 'LINE SEPARATOR',
  '\u2029': 'PARAGRAPH SEPARATOR',
  '\uFEFF': 'ZERO WIDTH NO-BREAK SPACE (byte order mark)',
  '\uFFFD': 'REPLACEMENT CHARACTER (text was decoded wrongly)',
}

const digits = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE']

function nameOf(character: string): string {
  if (/^\d$/.test(character)) return `DIGIT ${digits[Number(character)] ?? ''}`
  if (/^[a-z]$/.test(character)) return `LATIN SMALL LETTER ${character.toUpperCase()}`
  if (/^[A-Z]$/.test(character)) return `LATIN CAPITAL LETTER ${character}`
  const name = Object.hasOwn(names, character) ? names[character] : undefined
  if (name !== undefined) return name
  if (/\p{M}/u.test(character)) return 'a combining mark'
  if (/[\p{C}\p{Z}]/u.test(character)) return 'an invisible character'
  return `"${character}"`
}

/**
 * Names one character so that it cannot be mistaken for another: `U+0020 SPACE`.
 *
 * @param character one code point; `undefined` stands for the end of the text
 */
export function characterName(character: string | undefined): string {
  const point = character?.codePointAt(0)
  if (character === undefined || point === undefined) return 'the end of the text'
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')} ${nameOf(character)}`
}
