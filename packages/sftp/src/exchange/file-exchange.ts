/** One file in a folder of an exchange. */
export interface ExchangeFile {
  /** Name without a folder; see `checkFileName`. */
  readonly name: string
  /** Size in bytes. */
  readonly sizeBytes: number
  /** Last change in milliseconds since 1970, as exact as the other side tells. */
  readonly modifiedAtMs: number
}

/** Something in the folder that is no file to take, and why. */
export interface IgnoredEntry {
  /** Its name with control characters replaced, fit for a log. */
  readonly name: string
  /**
   * `link`, `folder` and `special` are not regular files; `name` is a name that could lead elsewhere;
   * `unfinished` is named like a file that somebody is still writing.
   */
  readonly reason: 'link' | 'folder' | 'special' | 'name' | 'unfinished'
}

/** What a folder holds. */
export interface FileListing {
  /** Regular files, sorted by name. */
  readonly files: readonly ExchangeFile[]
  /** Everything else. */
  readonly ignored: readonly IgnoredEntry[]
}

/** Content to be put, which can be opened again when a connection breaks. */
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
  readonly fromByte?: number
  /** Ends the transfer; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** How a file is written. */
export interface PutOptions {
  /** Ends the transfer; its reason is thrown, and nothing stands under the name. */
  readonly signal?: AbortSignal | undefined
  /** Hears how many bytes the other side has taken for certain. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined
  /** Puts the file in place of one of the same name, in one step. Refused when left out. */
  readonly replace?: boolean | undefined
}

/**
 * One folder that files are exchanged through. It knows names, never paths, and follows no links.
 * Every method throws a `FileExchangeError`.
 */
export interface FileExchange {
  /** What a person calls it, such as `sftp://partner@host:22/out`; holds no secret. */
  readonly title: string
  /** Lists the folder. */
  list(): Promise<FileListing>
  /** Looks one file up; `undefined` when there is nothing of that name. */
  find(name: string): Promise<ExchangeFile | undefined>
  /**
   * Reads a file. The stream survives resets of the connection, and fails when the file changes under
   * it or is shorter than announced.
   */
  get(name: string, options?: GetOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Writes a file under a temporary name, checks its size, and gives it its name in one step: nobody
   * ever sees half a file. A file that is there already is left alone: `ERR_FILE_EXISTS`.
   */
  put(name: string, source: FileSource, options?: PutOptions): Promise<void>
  /** Renames a file; refuses when the new name is taken. */
  move(name: string, newName: string): Promise<void>
  /** Removes a file. */
  remove(name: string): Promise<void>
  /** Ends the connection, if there is one. The exchange may be used again afterwards. */
  close(): Promise<void>
}
