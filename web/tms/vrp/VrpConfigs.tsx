import { defaultVrpConfig, vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'

const makeDefault = ({ id, version, name }: Row): Promise<void> =>
  once(`${defaultVrpConfig.path} ${id}`, async () => {
    try {
      await call(defaultVrpConfig, { id, version })
      notify('good', sayNow(['已设为默认：{name}', 'The default now: {name}'], { name: String(name) }))
    } catch (error) {
      report(error)
    }
    await changed(vrpConfig)
  })

/** Settings of a centre's routing, one of them taken where nobody chooses. */
export function VrpConfigs() {
  const { can, refused } = useVerbs(vrpConfig)
  return (
    <SheetList
      of={vrpConfig}
      rowActions={(row, standard) =>
        row.isDefault === true || row.disabled || !can(vrpConfig, 'update')
          ? standard
          : [{ key: 'default', title: defaultVrpConfig.title, refused, run: () => void makeDefault(row) }, ...standard]
      }
    />
  )
}
