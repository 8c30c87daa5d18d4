import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Unusable } from './kernel/migrate.ts'

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Takes the data folder for this process: the embedded database does not notice a second one. @returns the release */
export function lockFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch {
    throw new Unusable(`DATA_DIR must be a folder that can be written: ${dataDir}`)
  }
  const file = join(dataDir, 'lock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch {
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid > 0 && pid !== process.pid && alive(pid))
        throw new Unusable(
          `the data folder ${dataDir} is in use by process ${pid}: stop it, or choose another DATA_DIR`,
        )
      rmSync(file, { force: true })
    }
  }
  throw new Unusable(`the data folder ${dataDir} cannot be locked`)
}
