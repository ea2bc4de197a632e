/**
 * A `CryptoKey` of WebCrypto, as the types of the runtime declare it: the DOM, Workers and Deno
 * declare it globally, Node does not.
 */
export type WebCryptoKey = Extract<
  Awaited<ReturnType<typeof crypto.subtle.generateKey>>,
  { readonly type: string }
>
