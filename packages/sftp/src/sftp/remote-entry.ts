import type { Attributes, FileEntry } from 'ssh2'
import type { IgnoredEntry } from '../file-exchange.ts'
import { FileExchangeError } from '../file-exchange-error.ts'
import { printableName } from '../file-name.ts'

const kindBits = 0o170000
const kinds: Readonly<Record<number, 'file' | 'link' | 'folder'>> = {
  0o100000: 'file',
  0o120000: 'link',
  0o040000: 'folder',
}
const letters: Readonly<Record<string, 'file' | 'link' | 'folder'>> = {
  '-': 'file',
  l: 'link',
  d: 'folder',
}

type EntryKind = 'file' | Extract<IgnoredEntry['reason'], 'link' | 'folder' | 'special'>

/** What kind of entry the attributes tell of; `undefined` when they do not say. */
function kindOf({ mode }: Partial<Attributes>): EntryKind | undefined {
  const bits = (mode ?? 0) & kindBits
  return bits === 0 ? undefined : (kinds[bits] ?? 'special')
}

/** What kind of entry a line of a listing shows: by its attributes, else by its long form. */
export function listedKind({ attrs, longname }: FileEntry): EntryKind {
  return kindOf(attrs) ?? letters[longname.slice(0, 1)] ?? 'special'
}

/** Refuses what is no regular file; a server that does not say what it is, is believed. */
export function checkRegular(name: string, attributes: Partial<Attributes>): void {
  const kind = kindOf(attributes) ?? 'file'
  if (kind === 'file') return
  const what = { link: 'a link', folder: 'a folder', special: 'no regular file' }[kind]
  throw new FileExchangeError('ERR_NOT_A_FILE', `${printableName(name)} is ${what}.`)
}
