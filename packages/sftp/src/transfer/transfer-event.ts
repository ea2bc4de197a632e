import type { ExchangeFile, IgnoredEntry } from '../exchange/file-exchange.ts'
import type { FileExchangeError } from '../exchange/file-exchange-error.ts'

/** What a transfer did with one file; `sha256` is in lower-case hex. */
export type FileOutcome =
  /** The file was copied to the target. */
  | {
      readonly outcome: 'moved'
      readonly name: string
      readonly sizeBytes: number
      readonly sha256: string
    }
  /** It replaced a file of the same name with other content. Only with `replace`. */
  | {
      readonly outcome: 'replaced'
      readonly name: string
      readonly sizeBytes: number
      readonly sha256: string
      /** Size of the replaced file in bytes. */
      readonly sizeBytesBefore: number
    }
  /** The target already had the file: same size, same SHA-256. */
  | {
      readonly outcome: 'skipped'
      readonly name: string
      readonly sizeBytes: number
      readonly sha256: string
    }
  /** The file was not copied; `error` says why and what to do. */
  | { readonly outcome: 'refused'; readonly name: string; readonly error: FileExchangeError }

/** What happens during a transfer, in order. */
export type TransferEvent =
  /** A file begins; `position` counts from 1 to `count`. */
  | {
      readonly kind: 'started'
      readonly file: ExchangeFile
      readonly position: number
      readonly count: number
    }
  /** The target has this many bytes of the file. */
  | { readonly kind: 'progress'; readonly file: ExchangeFile; readonly doneBytes: number }
  /** A file was moved, replaced, skipped or refused. */
  | { readonly kind: 'ended'; readonly result: FileOutcome }
  /** An entry of the folder is not a file to transfer. */
  | { readonly kind: 'ignored'; readonly entry: IgnoredEntry }
  /** A watch could not list or copy this time, and will retry. */
  | { readonly kind: 'trouble'; readonly error: FileExchangeError }
