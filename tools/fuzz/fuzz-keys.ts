/** A key pair, and the same keys in the forms that people hand over. */
export interface FuzzKeys {
  readonly privateKeyPem: string
  readonly publicKeyPem: string
}
