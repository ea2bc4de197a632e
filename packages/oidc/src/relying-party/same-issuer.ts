/** Whether two issuers are the same but for one slash at the end. Assumes G-73. */
export function isSameIssuer(one: string, other: string): boolean {
  return withSlash(one) === withSlash(other)
}

/** The issuer with exactly one slash at the end, as paths are put behind it. */
export function withSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer : `${issuer}/`
}
