import type { Config } from '@lading/server/config.ts'
import type { Database } from '@lading/server/kernel/database.ts'
import { lockFolder } from '@lading/server/lockFile.ts'
import { openDatabase } from '@lading/server/server.ts'

/** Opens a database for as long as the work takes; the embedded one must not be in use. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const release = config.databaseUrl === undefined ? lockFolder(config.dataDir) : () => {}
  try {
    const db = await openDatabase(config)
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    release()
  }
}
