/** Words that no shell changes. */
const plain = /^[\w@%+=:,./-]+$/

/**
 * Writes a value as one word of a command that a person copies into a shell: in single quotes, unless
 * no shell would change it. Ids of the service may have any character but spaces and semicolons.
 */
export function shellWord(value: string): string {
  return plain.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}
