/** The code of an error of the file system, such as `ENOENT`; its text when it has none. */
export function fileErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
