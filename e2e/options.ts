import type { Running } from './support.ts'

/** Sets options of DC01 or of the whole tenant, and takes them back after the work. */
export async function withOptions(
  lading: Running,
  values: Readonly<Record<string, string>>,
  work: () => Promise<void>,
  level: 'DC01' | 'tenant' = 'DC01',
): Promise<void> {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === level)?.id ?? null
  const set = async (key: string, value: string | null) => {
    const shown = (await desk.query('/fw/api/sys/options/query', {
      keys: [key],
      ...(orgId && { orgId }),
    })) as unknown as {
      version: number
    }[]
    await desk.post('/fw/api/sys/options/update', { key, value, version: shown[0]?.version, orgId })
  }
  for (const [key, value] of Object.entries(values)) await set(key, value)
  try {
    await work()
  } finally {
    for (const key of Object.keys(values)) await set(key, null)
  }
}
