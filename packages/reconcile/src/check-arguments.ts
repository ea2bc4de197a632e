function refuse(argument: string, kind: string, value: unknown): never {
  const type = Object.prototype.toString.call(value).slice(8, -1)
  throw new TypeError(`${argument} must be of type ${kind}, not ${type}.`)
}

/**
 * Rejects arguments that plain JavaScript leaves out or gives in another kind, as `checkArguments`
 * of `@merchant-edge/signing/options` does; this package has no dependency.
 *
 * @param taker name of the function that takes the arguments
 * @param objects arguments that must be objects, by their names
 * @param texts arguments that must be strings, by their names
 * @throws TypeError that names the function, the argument, what came and what is allowed
 */
export function checkArguments(
  taker: string,
  objects: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, unknown>> = {},
): void {
  for (const [name, value] of Object.entries(objects)) {
    if (Object(value) !== value) refuse(`${taker}: ${name}`, 'object', value)
  }
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string') refuse(`${taker}: ${name}`, 'string', value)
  }
}
