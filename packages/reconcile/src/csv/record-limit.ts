/** Longest record, in bytes without its line ending; a longer one is a malformed row. Compiled into the module too. */
export const maxRecordBytes = 16384
