import type { FolderStore } from './folder-store.ts'

/** A folder that a user sees, and what the user may do there. */
export interface SharedFolder {
  readonly store: FolderStore
  /** Reading only; writing, renaming and removing as well when left out. */
  readonly readOnly?: boolean
  /** Largest file that may be written, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number
}

/** Somebody who may log in. */
export interface SftpUser {
  readonly name: string
  /** A password that lets the user in, if one does. */
  readonly password?: string
  /** Public keys that let the user in, in OpenSSH form. */
  readonly publicKeys?: readonly string[]
  /** Folders by their name below `/`. */
  readonly folders: Readonly<Record<string, SharedFolder>>
}
