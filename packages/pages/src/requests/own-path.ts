/**
 * The path of a request, as a link on its own page may contain it. A path that a browser would read
 * as the name of another host, as in `https://checkout.example//elsewhere.example/`, is changed to
 * stay on this host.
 *
 * @see WHATWG URL: two slashes at the beginning of an address name a host, and so does a backslash
 *   for one
 */
export function ownPath({ url }: Request): string {
  // The path is kept with its escapes: decoded, an escaped backslash or tab would be effective
  // again.
  return new URL(url).pathname.replace(/^\/+/, '/')
}
