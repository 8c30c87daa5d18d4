import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { type RobotKind, robotDelivery } from '@lading/contract/sys/robot.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { pageOf } from '../mail/pageOf.ts'
import { readPlatform, readSender } from '../mail/settings.ts'
import { readOwnWords } from '../message/ownWords.ts'
import { webhookSignature } from '../openAccount/webhooks.ts'
import { type Answered, type Outcome, postMessage, type Way } from '../outbound/deliveries.ts'
import { unseal } from '../seal.ts'
import { pathOfSent, readLink } from '../sheetRecord/sentFile.ts'
import { envelopeOf, type Item, refusalIn, type Said, sayItem } from './words.ts'

/** The outbox's word that a message to a robot is to be tried. */
export const robotTopic = 'robot.delivery'
const errorMax = 300
const keptAnswer = 1_000

interface Row extends Item {
  readonly id: string
  readonly link: string | null
  readonly tries: number
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly eventId: string
  readonly robotKind: RobotKind
  readonly language: Language
  readonly disabled: boolean
  readonly sealedAddress: string | null
  readonly sealedSecret: string | null
}
interface Attempt {
  readonly row: Row
  readonly said: Said
  readonly address: string
  readonly secret: string | null
}

/** A message by the words of now, with its page where the product has an address. */
export async function wordsOf(
  ctx: Ctx,
  { link, language, ...item }: Item & { link: string | null; language: Language },
) {
  const { site } = await readSender(ctx, (await readPlatform(ctx))?.site)
  return sayItem(item, pageOf(site, link), language, await readOwnWords(ctx))
}

async function lock(ctx: Ctx, id: string, installation: string) {
  const row = await ctx.tx.maybe<Row>(sql`
    select d.id, d.kind, d.args, d.link, d.tries, d.next_at, d.created_at, d.event_id, r.kind as robot_kind, r.language, r.disabled,
      r.sealed_address, r.sealed_secret
    from sys_robot_delivery d join sys_message_robot r on r.tenant_id = d.tenant_id and r.id = d.robot_id
    where d.tenant_id = ${ctx.tenantId} and d.id = ${id} and d.state = 'PENDING' for update of d`)
  if (!row) return undefined
  const open = (sealed: string | null) => (sealed === null ? null : unseal(sealed, installation, 'message robot'))
  const address = open(row.sealedAddress)
  const refused: Text | null = row.disabled
    ? ['该机器人已停用', 'the robot is turned off']
    : address === null
      ? ['该机器人没有地址', 'the robot has no address']
      : null
  // What only whoever is sent it may follow is signed as it goes.
  const file = readLink(row.link)
  const link = file ? pathOfSent(installation, ctx.tenantId, file) : row.link
  const attempt: Attempt = {
    row,
    said: await wordsOf(ctx, { ...row, link }),
    address: address ?? '',
    secret: open(row.sealedSecret),
  }
  return { tries: row.tries, nextAt: row.nextAt, refused, attempt }
}

async function settle(ctx: Ctx, id: string, state: Outcome, o: Answered): Promise<void> {
  await ctx.tx.run(sql`
    update sys_robot_delivery set state = ${state}, status = ${o.status ?? null}, error = ${o.error?.[0].slice(0, errorMax) ?? null},
      answer = ${o.answer?.slice(0, keptAnswer) ?? null}, done_at = case when ${state} = 'DONE' then ${ctx.now()}::timestamptz end,
      next_at = case when ${state} = 'PENDING' then next_at end, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'PENDING'`)
  ctx.tell(robotDelivery.key)
}

async function send(kernel: Kernel, id: string, { row, said, address, secret }: Attempt): Promise<Answered> {
  const at = kernel.now()
  const { robotKind: kind, language } = row
  // What happened is the same however often it is sent: by its id a receiver knows it again.
  const facts = { id: row.eventId, kind: row.kind, occurredAt: row.createdAt.toISOString(), args: row.args ?? {} }
  const { url, body } = envelopeOf({ kind, address, secret, language }, said, at, facts)
  const timestamp = String(at.getTime())
  const isSigned = kind === 'GENERIC' && secret !== null
  const headers = isSigned
    ? {
        'x-delivery': id,
        'x-timestamp': timestamp,
        'x-signature': webhookSignature(secret, timestamp, id, body),
      }
    : {}
  const told = await postMessage({ url, body, headers })
  const why = told.isTaken ? refusalIn(kind, told.answer ?? '') : null
  return why === null ? told : { ...told, isTaken: false, error: [why, why] }
}

/** Messages to robots. @param installation its secret, under which addresses are sealed */
export const robotWay = (installation: string): Way<Attempt> => ({
  topic: robotTopic,
  lock: (ctx, id) => lock(ctx, id, installation),
  // Each tells of something else: none waits for another.
  next: async () => undefined,
  noteTry: async (ctx, id, next) => {
    await ctx.tx.run(sql`
      update sys_robot_delivery set tries = tries + 1, next_at = ${next}, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
  },
  settle,
  send: (kernel, _tenantId, id, attempt) => send(kernel, id, attempt),
})
