/** What an entry of a folder is. */
export interface StoredEntry {
  readonly name: string
  /** Links are shown and never followed. */
  readonly kind: 'file' | 'link' | 'other'
  readonly sizeBytes: number
  /** Last change in milliseconds since 1970. */
  readonly modifiedAtMs: number
}

/**
 * How a file is opened: `read`; `create` refuses a name that is taken; `replace` empties or creates;
 * `update` writes into what is there.
 */
export type OpenMode = 'read' | 'create' | 'replace' | 'update'

/** A file that a client has open. */
export interface StoredFile {
  /** Size in bytes and last change in milliseconds since 1970. */
  stat(): Promise<Pick<StoredEntry, 'sizeBytes' | 'modifiedAtMs'>>
  /** Up to `length` bytes from a position on; none at the end. */
  read(position: number, length: number): Promise<Uint8Array>
  /** Writes at a position, beyond the end as well. */
  write(position: number, bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** One folder that the server shows: in memory, on disk, or wherever files may live. */
export interface FolderStore {
  list(): Promise<readonly StoredEntry[]>
  /** Looks a name up without following a link. */
  find(name: string): Promise<StoredEntry | undefined>
  /** @throws FolderError */
  open(name: string, mode: OpenMode): Promise<StoredFile>
  /**
   * Renames and refuses a name that is taken.
   *
   * @throws FolderError
   */
  rename(name: string, newName: string): Promise<void>
  /** @throws FolderError */
  remove(name: string): Promise<void>
}

/** Why a folder refuses; the server passes it on as a status of the protocol. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
  readonly reason: 'missing' | 'taken' | 'not_a_file'

  constructor(reason: FolderError['reason']) {
    super({ missing: 'no such file', taken: 'file exists', not_a_file: 'no regular file' }[reason])
    this.reason = reason
  }
}
