import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { z } from 'zod'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { pathOfSent, type SentFile, sentFile } from '../sheetRecord/sentFile.ts'
import { postLetter } from './post.ts'
import { demandQuota } from './quota.ts'
import { mailWayOf, readMailServer, readPlatform, readSender } from './settings.ts'
import { writeToStranger } from './words.ts'

/** Letters to people without an account: what they asked for themselves, each by itself. */
export const strangerTopic = 'mail.stranger'

const pair = z.tuple([z.string(), z.string()])
const payload = z.object({
  to: z.email(),
  title: pair,
  body: pair,
  path: z.string(),
  file: sentFile.optional(),
  language: z.enum(['zh-CN', 'en-US']),
})

export interface StrangerLetter {
  readonly to: string
  readonly title: Text
  readonly body: Text
  /** Of a signed page, below the address of the product; empty: it leads nowhere. */
  readonly path: string
  /** A file that it leads to instead. */
  readonly file?: SentFile
  readonly language: Language
}
/** Sends a letter after the commit, again until the server has taken it or says that it never will. */
export const writeStranger = (ctx: Ctx, letter: StrangerLetter): void =>
  ctx.emit({ topic: strangerTopic, key: ctx.newId(), payload: { ...letter } })

/** Whether a letter that leads to a page of the product can be sent at all. */
export async function canWriteStrangers(ctx: Ctx): Promise<boolean> {
  if ((await mailWayOf(ctx)) === 'NONE') return false
  return (await readSender(ctx, (await readPlatform(ctx))?.site)).site !== ''
}

/** The outbox's `mail.stranger`. @throws Error while the server does not take it, so that it comes again later */
export const strangerListener =
  (kernel: Kernel, secret: string): Listener =>
  async (tenantId, events) => {
    for (const event of events) {
      const letter = payload.parse(event.payload)
      const ready = await perform(
        kernel,
        tenantId,
        systemOrigin(event.id),
        systemIdentity(tenantId, systemOrg),
        async (ctx) => {
          const server = await readMailServer(ctx, secret)
          if (!server) return undefined
          await demandQuota(ctx, server)
          const reader = { language: letter.language, timeZone: ctx.org.timeZone, ...server.sender }
          const [title, body] = [say(letter.title, letter.language), say(letter.body, letter.language)]
          const path = letter.file ? pathOfSent(secret, tenantId, letter.file) : letter.path
          const written = writeToStranger(title, body, path, reader)
          return { server, letter: { id: `lading-${event.key}`, to: letter.to, at: ctx.now(), ...written } }
        },
      )
      if (!ready) continue
      const { isTaken, isFinal, answer } = await postLetter(ready.server, ready.letter)
      if (!isTaken && !isFinal) throw new Error(`a letter was not taken: ${answer}`)
      if (!isTaken) kernel.log.warn({ tenantId, answer }, 'a letter to somebody without an account was refused')
    }
  }
