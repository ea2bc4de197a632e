import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'

/**
 * A folder that is made once, however many processes ask for it at the same time: each fills a folder of its own, and the
 * first that is done gives it the name. So whoever finds the folder finds all of it.
 *
 * @param fill writes the content into the folder that it is given
 * @returns the folder
 */
export async function unpackedOnce(
  folder: string,
  fill: (draft: string) => Promise<unknown>,
): Promise<string> {
  if (existsSync(folder)) return folder
  const draft = await mkdtemp(`${folder}-`)
  try {
    await fill(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}
