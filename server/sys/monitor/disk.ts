import { statfs } from 'node:fs/promises'

/** Bytes of the file system that a folder is on, as far as this program may use them; null without such a folder. */
export async function diskOf(folder: string | undefined): Promise<{ free: number; total: number } | null> {
  if (folder === undefined) return null
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    // With a PostgreSQL elsewhere nothing may have been kept here yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
