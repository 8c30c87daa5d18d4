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
async function offerRefresh(place: Place): Promise<void> {
  asked ??= ask({ title: catalogue.upgradeTitle, detail: catalogue.upgrade, ok: refreshText, stays: true })
  const answer = await asked
  asked = undefined
  if (answer === undefined) {
    // Back to the tab from which the user came.
    const { list } = useTabs.getState()
    return closeNow(list.filter((tab) => tab.place.path === place.path).map((tab) => tab.key))
  }
  reloadAt(place)
}

function reloadAt(place: Place): void {
  window.history.replaceState(null, '', hashOf(place))
  window.location.reload()
}
