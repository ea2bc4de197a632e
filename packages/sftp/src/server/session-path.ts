import { posix } from 'node:path'

/** Where a path of a client leads to: the root, a folder in it, or a file in that. */
export type SessionPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'file'; readonly folder: string; readonly name: string }

/** The absolute form of a path; a relative one starts at the root, and nothing leads above it. */
export function absolutePath(path: string): string {
  const absolute = posix.normalize(posix.join('/', path))
  return absolute.length > 1 ? absolute.replace(/\/$/, '') : absolute
}

/** Reads a path of a client; `undefined` when it is deeper than there are folders. */
export function readSessionPath(path: string): SessionPath | undefined {
  if (path.includes('\0')) return undefined
  const [folder, name, ...deeper] = absolutePath(path).slice(1).split('/')
  if (folder === undefined || folder === '') return { kind: 'root' }
  if (name === undefined) return { kind: 'folder', folder }
  return deeper.length === 0 ? { kind: 'file', folder, name } : undefined
}
