// What an exchange of your own needs, such as one over the binding of a bucket.
export { FileExchangeError, isExchangeError } from './file-exchange-error.ts'
export type { ExchangeFile, FileExchange, FileListing, FileSource } from './file-exchange.ts'
export { checkFileName, isFileName } from './file-name.ts'
