export type {
  ExchangeFile,
  FileExchange,
  FileListing,
  FileSource,
  GetOptions,
  IgnoredEntry,
  PutOptions,
} from './exchange/file-exchange.ts'
export { FileExchangeError, type FileExchangeErrorCode } from './exchange/file-exchange-error.ts'
export type { Clock } from './exchange/clock.ts'
export type { RetryOptions } from './exchange/retry.ts'

export { createLocalFolder, type LocalFolderOptions } from './local/local-folder.ts'
export { createS3Bucket, type S3BucketOptions } from './s3/s3-bucket.ts'
export type { S3Credentials } from './s3/sign-s3-request.ts'
export {
  createSftpExchange,
  type HostKeyAlgorithm,
  type SftpExchangeOptions,
} from './sftp/sftp-exchange.ts'
export type { SftpLogin } from './sftp/sftp-login.ts'
export { openLocation, type LocationSettings } from './open-location.ts'

export { moveFiles, type MoveOptions } from './transfer/move-files.ts'
export { watchFiles, type WatchOptions } from './transfer/watch-files.ts'
export type { FileOutcome, TransferEvent } from './transfer/transfer-event.ts'
