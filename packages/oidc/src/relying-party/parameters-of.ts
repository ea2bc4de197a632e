/**
 * The parameters of an address to which a browser came back.
 *
 * @throws TypeError for a path without its host, such as `request.url` of Node
 */
export function parametersOf(url: string): URLSearchParams {
  // The message of the URL parser may quote the code.
  if (!URL.canParse(url)) throw new TypeError('url must be a whole address.')
  return new URL(url).searchParams
}
