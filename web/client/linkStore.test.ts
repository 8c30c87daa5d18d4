import { beforeEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { setFavourite, startLinks, useLinks } from './linkStore.ts'
import { useSession } from './session.ts'

vi.mock('./client.ts', () => ({ call: vi.fn(), Refused: class extends Error {} }))
vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn(), visibilityState: 'visible' })

/** Calls on their way: their paths, and how each is answered. */
const asked: { path: string; answer: (data: object) => void }[] = []
beforeEach(() => {
  asked.length = 0
  vi.mocked(call).mockImplementation(
    ({ path }) => new Promise((answer) => asked.push({ path, answer: answer as (data: object) => void })),
  )
})
const settled = () => new Promise((resolve) => setTimeout(resolve))
const link = { href: '#/app-wms/ownerList', name: 'ownerList', title: 'Owners', lastLookTime: 1 }
const answerAll = async (favourite: readonly object[]): Promise<string[]> => {
  const paths: string[] = []
  for (let next = asked.shift(); next; next = asked.shift()) {
    paths.push(next.path.split('/').at(-1) ?? '')
    next.answer({ id: '1', version: 0, favourite: JSON.stringify(favourite), history: '[]' })
    await settled()
  }
  return paths
}

test('C-31 C-32 what comes late for one user never reaches the next, nor is it written for him', async () => {
  useSession.setState({ sid: 'one' })
  const end = startLinks()
  const wish = setFavourite(link, true).catch((error: unknown) => error)
  await settled()
  end()
  useSession.setState({ sid: 'two' })
  startLinks()
  expect(await answerAll([link])).toEqual(['querySubscribeList', 'querySubscribeList', 'queryHistoryList'])
  expect(await wish).toMatchObject({ name: 'AbortError' })
})

test('C-31 C-32 who is still here gets what he asked for', async () => {
  useSession.setState({ sid: 'three' })
  startLinks()
  const wish = setFavourite(link, true)
  await settled()
  expect(await answerAll([])).toEqual(['querySubscribeList', 'queryHistoryList', 'querySubscribeList', 'subscribe'])
  await wish
  expect(useLinks.getState().favourites).toMatchObject([link])
})
