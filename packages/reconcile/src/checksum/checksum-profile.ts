/**
 * How the checksum of a row is computed: MD5 over the row data and the key. The specification does
 * not say what the row data are. Assumes G-23.
 *
 * @see Specification 2.18
 */
export interface ChecksumProfile {
  readonly name: string
  /**
   * `record`: the bytes of the record before its last separator, including quotes. `values`: the
   * values of all columns except the checksum, without quotes, joined by {@link separator}.
   */
  readonly rowData: 'record' | 'values'
  /** Separator between two values, at most 64 bytes; only for `values`. */
  readonly separator?: string | undefined
  /** Whether a separator also separates the row data from the key. */
  readonly separatorBeforeKey: boolean
  /** Whether the key comes before or after the row data. */
  readonly key: 'after' | 'before'
  /** Case of written hex digits; both cases are accepted when reading. */
  readonly hexCase: 'lower' | 'upper'
}

const common = { separatorBeforeKey: false, key: 'after', hexCase: 'lower' } as const

/** Profiles that partners use, by their names; `record` is the default. */
export const checksumProfiles = {
  record: { ...common, name: 'record', rowData: 'record' },
  'record-separator': {
    ...common,
    name: 'record-separator',
    rowData: 'record',
    separatorBeforeKey: true,
  },
  joined: { ...common, name: 'joined', rowData: 'values', separator: '' },
  comma: { ...common, name: 'comma', rowData: 'values', separator: ',' },
  'comma-separator': {
    ...common,
    name: 'comma-separator',
    rowData: 'values',
    separator: ',',
    separatorBeforeKey: true,
  },
  pipe: { ...common, name: 'pipe', rowData: 'values', separator: '|' },
  'pipe-separator': {
    ...common,
    name: 'pipe-separator',
    rowData: 'values',
    separator: '|',
    separatorBeforeKey: true,
  },
  semicolon: { ...common, name: 'semicolon', rowData: 'values', separator: ';' },
  'semicolon-separator': {
    ...common,
    name: 'semicolon-separator',
    rowData: 'values',
    separator: ';',
    separatorBeforeKey: true,
  },
  'key-first': { ...common, name: 'key-first', rowData: 'record', key: 'before' },
} as const satisfies Record<string, ChecksumProfile>

/**
 * Refuses what is not a profile, such as its name: plain JavaScript would write and expect other
 * checksums.
 *
 * @throws TypeError
 */
export function checkProfile(profile: ChecksumProfile): void {
  const { rowData } = Object(profile)
  if (rowData === 'record' || rowData === 'values') return
  throw new TypeError(
    'profile must be a ChecksumProfile, such as checksumProfiles.record; findChecksumProfile finds one by its name.',
  )
}

/** Name of a profile of {@link checksumProfiles}. */
export type ChecksumProfileName = keyof typeof checksumProfiles

/**
 * Finds a profile of {@link checksumProfiles} by its name, such as one from a configuration.
 *
 * @returns `undefined` when no profile has this name
 */
export function findChecksumProfile(name: string): ChecksumProfile | undefined {
  return Object.values<ChecksumProfile>(checksumProfiles).find((profile) => profile.name === name)
}
