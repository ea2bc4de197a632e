import type { PublicManifest } from '../../release/public-packages.ts'

/**
 * The entries of a package that its README does not name, neither in short (`/hooks`) nor in full
 * (`@merchant-edge/client/hooks`).
 */
export function unnamedEntries(
  { name, publishConfig }: Pick<PublicManifest, 'name' | 'publishConfig'>,
  readme: string,
): readonly string[] {
  return Object.keys(publishConfig?.exports ?? {})
    .filter((entry) => entry !== '.' && entry !== './package.json')
    .map((entry) => entry.slice(1))
    .filter((entry) => {
      const places = ['`', "'"].flatMap((end) => [`\`${entry}${end}`, `${name}${entry}${end}`])
      return !places.some((place) => readme.includes(place))
    })
}
