import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * Creates a folder once, even if several processes need it at the same time: each fills its own
 * folder, and the first to finish renames it. A folder with the program in it is therefore
 * complete. A folder without the program, which a cleaner of temporary files may leave behind, is
 * filled again.
 *
 * @param program the name of the file in it that the folder is made for
 * @param fill writes the content into the folder that it is given
 * @returns the folder
 */
export async function unpackedOnce(
  folder: string,
  program: string,
  fill: (draft: string) => Promise<unknown>,
): Promise<string> {
  const isWhole = (): boolean => existsSync(join(folder, program))
  if (isWhole()) return folder
  const draft = await mkdtemp(`${folder}-`)
  try {
    await fill(draft)
    if (!existsSync(folder)) await rename(draft, folder)
    else if (!isWhole()) await refill(draft, folder, program)
  } catch (error) {
    // Another process was faster.
    if (!isWhole()) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/**
 * Moves the files one by one, the program last. The folder is never removed: another process may
 * have filled it in the meantime, and may be running the program in it.
 */
async function refill(draft: string, folder: string, program: string): Promise<void> {
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const target = join(folder, relative(draft, source))
    if (entry.isDirectory()) await mkdir(target, { recursive: true })
    else if (source !== join(draft, program)) await rename(source, target)
  }
  await rename(join(draft, program), join(folder, program))
}
