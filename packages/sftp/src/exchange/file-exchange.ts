/** One file in a folder of an exchange. */
export interface ExchangeFile {
  /** Name without a folder; see `checkFileName`. */
  readonly name: string
  /** Size in bytes. */
  readonly sizeBytes: number
  /** Last change in milliseconds since 1970, with the precision of the other side. */
  readonly modifiedAtMs: number
}

/** An entry of the folder that is not a file to transfer, and why. */
export interface IgnoredEntry {
  /** Its name, safe for a log: control characters are replaced. */
  readonly name: string
  /**
   * `link`, `folder` and `special`: no regular file. `name`: a name that could be a path on some
   * system. `unfinished`: a name like that of a file that is still being written.
   */
  readonly reason: 'link' | 'folder' | 'special' | 'name' | 'unfinished'
}

/** The entries of a folder. */
export interface FileListing {
  /** Regular files, sorted by name. */
  readonly files: readonly ExchangeFile[]
  /** Every other entry: links, folders, and files that are not to be transferred. */
  readonly ignored: readonly IgnoredEntry[]
}

/** Content to write, which can be opened again when a connection breaks. */
export interface FileSource {
  /** Size of the whole content in bytes. */
  readonly sizeBytes: number
  /**
   * Opens the content from a position on. It is called again after a reset, each time for the same
   * content.
   *
   * @param fromByte first byte to deliver, 0 to `sizeBytes`
   */
  open(fromByte: number): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>
}

/** How a file is read. */
export interface GetOptions {
  /** First byte to deliver; 0 when left out. */
  readonly fromByte?: number | undefined
  /** Ends the transfer; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** How a file is written. */
export interface PutOptions {
  /** Ends the transfer; its reason is thrown, and no file of that name is left. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes that the other side has acknowledged. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined
  /**
   * Replaces a file of the same name atomically; when left out, such a file is `ERR_FILE_EXISTS`.
   */
  readonly replace?: boolean | undefined
}

/**
 * One folder through which files are exchanged. It takes names, never paths, and follows no links.
 * Every method throws a `FileExchangeError`.
 */
export interface FileExchange {
  /** Its address for messages, such as `sftp://partner@host:22/out`; without secrets. */
  readonly title: string
  /**
   * Identifies the folder itself, however its address is written: two exchanges with the same
   * folder have the same `place`. Left out, `title` is used.
   */
  place?(): Promise<string>
  /** Lists the files of the folder, without those of its subfolders. */
  list(): Promise<FileListing>
  /** Looks a file up; `undefined` when there is none of that name. */
  find(name: string): Promise<ExchangeFile | undefined>
  /**
   * Reads a file. The stream survives resets of the connection, and fails when the file changes
   * while it is read, or is shorter than announced.
   */
  get(name: string, options?: GetOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Writes a file under a temporary name, checks its size, and renames it atomically, so that no
   * reader sees half a file. An existing file is left alone: `ERR_FILE_EXISTS`.
   */
  put(name: string, source: FileSource, options?: PutOptions): Promise<void>
  /** Renames a file; `ERR_FILE_EXISTS` when the new name is taken. */
  move(name: string, newName: string): Promise<void>
  /** Removes a file. */
  remove(name: string): Promise<void>
  /**
   * Removes a file if it is still the listed version: no version that is put in its place meanwhile
   * is removed. Left out where the other side cannot do this; the file is then looked up and removed.
   *
   * @returns `false` when there is another version, which stays
   */
  removeListed?(file: ExchangeFile): Promise<boolean>
  /** Closes the connection, if there is one. The next call opens another. */
  close(): Promise<void>
}
