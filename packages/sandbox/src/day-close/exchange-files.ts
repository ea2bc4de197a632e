import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import type { Sandbox } from '../sandbox.ts'
import { exchangeChunks, exchangeFiles } from './tables.ts'
import { readFileName } from './file-names.ts'
import type { Content } from './exchange-content.ts'

/** A file in the exchange folder of a partner. */
export interface ExchangeFile {
  /** Code of the merchant that owns the folder. */
  readonly merchantCode: string
  /** Name without a folder. */
  readonly name: string
  readonly direction: 'from-service' | 'from-partner'
  readonly sizeBytes: number
  /** SHA-256 as lower-case hex. */
  readonly sha256: string
  /** When it was written last, in unix seconds of the sandbox's clock. */
  readonly createdAt: number
}

/** A file with the id of its content. */
export interface StoredFile extends ExchangeFile {
  readonly contentId: string
}

const maxNameChars = 120

/** Whether a text is allowed as a file name; a name that leads to another folder is not. */
export function isExchangeName(name: string): boolean {
  return name.length <= maxNameChars && /^\.?[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)
}

/** Whether only the service writes a file of this name. */
export function isServiceName(sandbox: Sandbox, name: string): boolean {
  const kind = readFileName(sandbox, name)?.kind
  return kind === 'service' || kind === 'result'
}

/** The public part of a file: without the id of its content. */
export function exchangeFileOf({ contentId: _contentId, ...file }: StoredFile): ExchangeFile {
  return file
}

/** Files of a partner's folder, by name. */
export async function listExchangeFiles(
  database: Database,
  merchantCode: string,
): Promise<readonly StoredFile[]> {
  return database
    .select()
    .from(exchangeFiles)
    .where(eq(exchangeFiles.merchantCode, merchantCode))
    .orderBy(exchangeFiles.name)
}

/** A file of a partner's folder by its name; `undefined` when there is none. */
export async function findExchangeFile(
  database: Database,
  merchantCode: string,
  name: string,
): Promise<StoredFile | undefined> {
  const [file] = await database
    .select()
    .from(exchangeFiles)
    .where(and(eq(exchangeFiles.merchantCode, merchantCode), eq(exchangeFiles.name, name)))
  return file
}

/** A file to store. */
export interface NewExchangeFile extends Pick<
  ExchangeFile,
  'merchantCode' | 'name' | 'direction' | 'createdAt'
> {
  readonly content: Content
}

/** Statements that store content under a file name and replace an earlier file of that name. */
export function storeFileStatements(
  database: Database,
  { content, ...file }: NewExchangeFile,
): readonly Statement[] {
  const isNamed = and(
    eq(exchangeFiles.merchantCode, file.merchantCode),
    eq(exchangeFiles.name, file.name),
    ne(exchangeFiles.contentId, content.contentId),
  )
  const replaced = database
    .select({ id: exchangeFiles.contentId })
    .from(exchangeFiles)
    .where(isNamed)
  return [
    database.delete(exchangeChunks).where(inArray(exchangeChunks.contentId, replaced)),
    database
      .insert(exchangeFiles)
      .values({ ...file, ...content })
      .onConflictDoUpdate({
        target: [exchangeFiles.merchantCode, exchangeFiles.name],
        set: { ...content, direction: file.direction, createdAt: file.createdAt },
      }),
  ]
}

/** Statements that remove a file with its bytes. */
export function removeFileStatements(
  database: Database,
  { merchantCode, name, contentId }: StoredFile,
): readonly Statement[] {
  return [
    database
      .delete(exchangeFiles)
      .where(and(eq(exchangeFiles.merchantCode, merchantCode), eq(exchangeFiles.name, name))),
    database.delete(exchangeChunks).where(eq(exchangeChunks.contentId, contentId)),
  ]
}
