import { openPglite } from '@lading/server/kernel/database.ts'
import type { Target } from './targets.ts'

export interface Page {
  readonly type: string
  readonly text: string
}
export interface Planted {
  /** @returns undefined where nothing is planted */
  answer(url: URL, body: string): Promise<Page | undefined>
  close(): Promise<void>
}

/** Where the holes are that a tool must find, or its silence about the rest says nothing. */
export const plantedSql: Target = {
  method: 'POST',
  path: '/planted/goods',
  query: '',
  body: { filter: { code: 'tea*' }, page: 1 },
  isOpen: false,
}
export const plantedScript: Target = { method: 'GET', path: '/planted/page', query: '?say=hello*', isOpen: false }
export const isPlanted = (text: string): boolean => text.includes('/planted/')

/** A list whose filter becomes SQL, on the database that the product has, and a page that says what it is told. */
export async function plantHoles(): Promise<Planted> {
  const db = await openPglite(undefined)
  await db.owner.query(`create table goods (code text, name text)`)
  await db.owner.query(`insert into goods values ('tea', '茶'), ('rice', '米'), ('salt', '盐')`)
  const list = async (body: string): Promise<string> => {
    const { filter } = JSON.parse(body) as { filter?: { code?: string } }
    try {
      const { rows } = await db.owner.query(`select name from goods where code = '${filter?.code ?? ''}'`)
      return JSON.stringify({ records: rows })
    } catch (error) {
      return JSON.stringify({ message: `PostgreSQL ERROR: ${(error as Error).message}` })
    }
  }
  return {
    async answer(url, body) {
      if (url.pathname === plantedSql.path) return { type: 'application/json', text: await list(body) }
      if (url.pathname !== plantedScript.path) return undefined
      const said = url.searchParams.get('say') ?? 'nothing'
      return { type: 'text/html; charset=utf-8', text: `<!doctype html><title>planted</title><p>${said}</p>` }
    },
    close: () => db.close(),
  }
}
