import { faults } from '@lading/contract/kernel/fault.ts'
import { type Brand, type BrandImageName, brandCalls, websitePattern } from '@lading/contract/sys/brand.ts'
import { colorPattern } from '@lading/contract/sys/brandColor.ts'
import { org } from '@lading/contract/sys/org.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report, useWrite } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { readUserAgain } from '../../client/renew.ts'
import { useUser } from '../../client/session.ts'
import { useDirty } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'

/** What is typed; the pictures are kept as soon as they are chosen. */
export type Draft = Record<'slogan' | 'enterpriseWebsite' | 'color', string>
const draftOf = (b: Brand): Draft => ({
  slogan: b.slogan ?? '',
  enterpriseWebsite: b.enterpriseWebsite ?? '',
  color: b.color ?? '',
})
const queryKey = ['brand']

/** The brand of the tenant as it is and as somebody is changing it. It outlives the drawer, and with it another tab. */
export function useBrand() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  // Only what was touched: the rest is as somebody else may have left it meanwhile.
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const reading = useQuery({ queryKey, queryFn: () => call(brandCalls.get, {}), enabled: isOpen })
  const isEnterprise = useUser().workingOrg.type === 'GROUP'
  const mayChange = useMay()(org, 'update')
  const update = useWrite(brandCalls.update)
  const setImage = useWrite(brandCalls.setImage)
  const clearImage = useWrite(brandCalls.clearImage)
  const saved = reading.data
  const draft = saved && { ...draftOf(saved), ...typed }
  const isDirty = saved !== undefined && draft !== undefined && JSON.stringify(draft) !== JSON.stringify(draftOf(saved))
  useDirty(isDirty)
  const run = async (work: (version: number) => Promise<unknown>): Promise<boolean> => {
    if (!saved) return false
    try {
      await work(saved.version)
      notify('good', t(words.saved))
      return true
    } catch (error) {
      report(error)
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey })
      // What is changed here is seen here at once.
      await readUserAgain().catch(report)
    }
  }
  const save = async (): Promise<void> => {
    if (!draft || Object.values(problemsOf(draft)).some(Boolean)) return
    const { slogan, enterpriseWebsite, color } = draft
    const given = (text: string) => text.trim() || null
    const facts = { slogan: given(slogan), enterpriseWebsite: given(enterpriseWebsite), color: given(color) }
    if (await run((version) => update.run({ version, ...facts }))) setTyped({})
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      setTyped({})
    },
    reading,
    saved,
    draft,
    isDirty,
    type: (change: Partial<Draft>) => setTyped({ ...typed, ...change }),
    refused: mayChange && !isEnterprise ? t(faults.notGroup.text) : undefined,
    mayChange,
    save,
    isBusy: update.isBusy,
    isUploading: setImage.isBusy || clearImage.isBusy,
    put: async (name: BrandImageName, file: File) =>
      void (await run((version) => setImage.run({ name, version }, file))),
    drop: async (name: BrandImageName) => void (await run((version) => clearImage.run({ name, version }))),
  }
}
export type BrandModel = ReturnType<typeof useBrand>

/** Which fields hold what the server would refuse. */
export const problemsOf = ({ enterpriseWebsite, color }: Draft) => ({
  enterpriseWebsite: enterpriseWebsite.trim() !== '' && !websitePattern.test(enterpriseWebsite.trim()),
  color: color !== '' && !colorPattern.test(color),
})
