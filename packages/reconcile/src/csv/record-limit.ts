/**
 * Maximum length of a record in bytes, without its line ending; a longer record is malformed.
 * Compiled into the module too.
 */
export const maxRecordBytes = 16384
