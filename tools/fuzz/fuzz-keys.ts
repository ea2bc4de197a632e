/** A key pair, with the keys in all formats that users provide. */
export interface FuzzKeys {
  readonly privateKeyPem: string
  readonly publicKeyPem: string
}
