// Building blocks for your own exchange, such as one over a bucket binding.
export { FileExchangeError } from './file-exchange-error.ts'
export type { ExchangeFile, FileExchange, FileListing, FileSource } from './file-exchange.ts'
export { checkFileName, isFileName } from './file-name.ts'
