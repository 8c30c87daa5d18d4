import type { Text } from '@lading/contract/kernel/text.ts'
import { catalogue } from '../client/catalogue.ts'
import { asRefused, report } from '../client/errors.ts'
import { hashOf, type Place } from '../client/location.ts'
import { closeNow, useTabs } from '../client/tabStore.ts'
import type { Load } from '../kernel/page.ts'
import { ask } from '../ui/ask.tsx'

const refreshText: Text = ['刷新', 'Refresh']

/** A browser may never again ask for a part that it could not get, until the document is loaded anew. */
let hadNoNetwork = false

/** A page's code. When it does not come, also not when asked for again, the user hears why. */
export async function loadPage(place: Place, load: Load): ReturnType<Load> {
  try {
    return await load()
  } catch (error) {
    if (asRefused(error).status === 0) {
      hadNoNetwork = true
      report(error)
      throw error
    }
    if (hadNoNetwork) reloadAt(place)
    else await offerRefresh(place)
    throw error
  }
}

/** The one question that is open, however many pages wait for its answer. */
let asked: Promise<string | undefined> | undefined

/** A part of the program that does not come was most likely replaced by a newer one. */
async function wantsRefresh(): Promise<boolean> {
  asked ??= ask({ title: catalogue.upgradeTitle, detail: catalogue.upgrade, ok: refreshText, stays: true })
  const answer = await asked
  asked = undefined
  return answer !== undefined
}

async function offerRefresh(place: Place): Promise<void> {
  if (await wantsRefresh()) return reloadAt(place)
  // Back to the tab from which the user came.
  const { list } = useTabs.getState()
  closeNow(list.filter((tab) => tab.place.path === place.path).map((tab) => tab.key))
}

/** Tells why a part of the frame did not come, or that it broke: the page behind it stays, and is not loaded anew unasked. */
export async function tellLost(error: unknown): Promise<void> {
  if (asRefused(error).status !== 404) report(error)
  else if (await wantsRefresh()) window.location.reload()
}

function reloadAt(place: Place): void {
  window.history.replaceState(null, '', hashOf(place))
  window.location.reload()
}
