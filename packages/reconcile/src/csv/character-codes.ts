// The bytes of the characters that the readers and writers of rows look for.

export const lineFeed = 10
export const carriageReturn = 13
export const quote = 34
export const comma = 44
export const minus = 45
export const dot = 46
export const zero = 48
export const one = 49
