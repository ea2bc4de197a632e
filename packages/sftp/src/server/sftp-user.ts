import type { FolderStore } from './folder-store.ts'

/** A folder that a user can access, and what the user may do there. */
export interface SharedFolder {
  readonly store: FolderStore
  /** Whether the user may only read; when left out, write, rename and remove as well. */
  readonly readOnly?: boolean
  /** Largest file that may be written, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number
}

/** A user who may log in. */
export interface SftpUser {
  readonly name: string
  /** Password of the user, if there is one. */
  readonly password?: string | undefined
  /** Public keys of the user, in OpenSSH form. */
  readonly publicKeys?: readonly string[] | undefined
  /** Folders by their name below `/`. */
  readonly folders: Readonly<Record<string, SharedFolder>>
}
