import * as calls from '@lading/contract/dps/deviceCalls.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { eventsOf, searchEvents } from './events.ts'
import { makeTags } from './makeTags.ts'
import { storyOfTask } from './story.ts'

export const deviceServed: readonly Served[] = [
  serve(calls.makeTags, makeTags),
  serve(calls.eventsOf, eventsOf),
  serve(calls.searchEvents, searchEvents),
  serve(calls.storyOfTask, storyOfTask),
]
