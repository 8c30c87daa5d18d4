/**
 * From so many rows on the planner may have to learn of them the first time. Of a handful all indexes of a table cost it the
 * same: by any of them that begins with the tenant it then reads all rows, for each check of a foreign key too, and a
 * writing call's plan is kept until somebody looks.
 */
const firstLook = 50
/** And again: each look makes all plans anew that are about the table. */
const rowsLeast = 500

/** How much this process has put into tables since anybody looked at them: the planner may know too little of them. */
export interface Growth {
  /** @returns tables that may hold more than the planner believes */
  add(rows: ReadonlyMap<string, number>): readonly string[]
  /**
   * @param known how many rows the planner believes in; below zero when nobody ever looked
   * @returns whether it is to look again
   */
  demandsLook(table: string, known: number): boolean
}

/** Many small parts count as one large one does: a wave's promises come by the hundred, and are ten thousand in the end. */
export function createGrowth(): Growth {
  const tables = new Map<string, { rows: number; asksAt: number }>()
  const of = (table: string) => {
    const known = tables.get(table) ?? { rows: 0, asksAt: firstLook }
    tables.set(table, known)
    return known
  }
  return {
    add: (rows) =>
      [...rows].flatMap(([table, n]) => {
        const t = of(table)
        t.rows += n
        if (t.rows < t.asksAt) return []
        // Those who come meanwhile leave it to whoever was told first.
        t.asksAt = 2 * t.rows
        return [table]
      }),
    demandsLook: (table, known) => {
      const t = of(table)
      const isUnknown = t.rows >= known
      Object.assign(t, isUnknown ? { rows: 0, asksAt: rowsLeast } : { asksAt: known })
      return isUnknown
    },
  }
}
