/** An entry of a folder. */
export interface StoredEntry {
  readonly name: string
  /** Links are listed and never followed. */
  readonly kind: 'file' | 'link' | 'other'
  readonly sizeBytes: number
  /** Last change in milliseconds since 1970. */
  readonly modifiedAtMs: number
}

/**
 * How a file is opened: `read`; `create` fails for a name that is taken; `replace` truncates or
 * creates; `update` writes to an existing file; `extend` writes to an existing file as it is, or
 * creates one.
 */
export type OpenMode = 'read' | 'create' | 'replace' | 'update' | 'extend'

/** An open file of a client. */
export interface StoredFile {
  /** Size in bytes and last change in milliseconds since 1970. */
  stat(): Promise<Pick<StoredEntry, 'sizeBytes' | 'modifiedAtMs'>>
  /** Up to `length` bytes from a position on; none at the end. */
  read(position: number, length: number): Promise<Uint8Array>
  /** Writes at a position, beyond the end as well. */
  write(position: number, bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** One folder that the server offers: in memory, on disk, or anywhere else. */
export interface FolderStore {
  list(): Promise<readonly StoredEntry[]>
  /** Looks a name up without following a link. */
  find(name: string): Promise<StoredEntry | undefined>
  /** @throws FolderError */
  open(name: string, mode: OpenMode): Promise<StoredFile>
  /**
   * Renames; fails for a name that is taken.
   *
   * @throws FolderError
   */
  rename(name: string, newName: string): Promise<void>
  /** @throws FolderError */
  remove(name: string): Promise<void>
}

/** A refusal of a folder, which the server answers as a status of the protocol. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
  readonly reason: 'missing' | 'taken' | 'not_a_file'

  constructor(reason: FolderError['reason']) {
    super({ missing: 'no such file', taken: 'file exists', not_a_file: 'no regular file' }[reason])
    this.reason = reason
  }
}
