import { listView } from '@lading/contract/sys/listView.ts'
import type { ListViewBody } from '@lading/contract/sys/listViewCalls.ts'
import type { role } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

interface SharedView {
  readonly list: string
  readonly name: string
  readonly roles: readonly string[]
  readonly body: ListViewBody
}

const first = [
  'taskNo',
  'taskType',
  'state',
  'dueAt',
  'assigneeId',
  'priority',
  'billNo',
  'storeId',
  'zone',
  'doneLines',
]
/** Of the usual columns those that say little about what is late. */
const hidden = ['vendorId', 'ownerId', 'mode']

/** What a shift leader looks at first, and what those who wait for goods do. */
const shared: readonly SharedView[] = [
  {
    list: 'wms.task',
    name: '超时未完成',
    roles: ['系统管理员', '查询员'],
    body: {
      filter: { overdue: 'true' },
      sort: 'dueAt',
      pageSize: 50,
      columns: [...first, ...hidden],
      hidden: [...hidden],
      widths: { dueAt: 190 },
    },
  },
  {
    list: 'wms.orderBill',
    name: '逾期未到货',
    roles: ['系统管理员', '收货员', '查询员'],
    body: { filter: { overdue: 'true' }, sort: 'expectAt', pageSize: 50 },
  },
]

/** Views that roles of the demo company find in their lists. */
export async function seedListViews(ctx: Ctx): Promise<void> {
  const roles = await ctx.tx.query<RowOf<typeof role, 'id' | 'name'>>(sql`
    select id, name from sys_role where tenant_id = ${ctx.tenantId}`)
  await insert(
    ctx,
    listView,
    shared.flatMap(({ list, name, body, roles: names }) =>
      roles.filter((r) => names.includes(r.name)).map((r) => ({ list, name, roleId: r.id, body })),
    ),
  )
}
