/**
 * The path of a request as a link of its own page may have it. What a browser would take for the name of another host, as
 * in `https://checkout.example//elsewhere.example/`, leads back here.
 *
 * @see WHATWG URL: two slashes at the beginning of an address name a host, and so does a backslash for one
 */
export function ownPath({ url }: Request): string {
  // As it was sent, with its escapes: decoded, a backslash or a tab would be one again.
  return new URL(url).pathname.replace(/^\/+/, '/')
}
