import { Fault, type FieldError, faults, httpStatus } from '@lading/contract/kernel/fault.ts'
import type { SignedCalls } from '@lading/contract/kernel/signedCalls.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import type { z } from 'zod'
import { type Ctx, systemAt, systemOrg } from '../../kernel/ctx.ts'
import { inputErrors } from '../../kernel/http/input.ts'
import { type FileAnswer, type OutsideRequest, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { type Look, type PlainPage, pageAnswer, plainPage, type Word } from './plainPage.ts'
import { readSigned, type SignedKind, signed, type Until } from './signed.ts'

/** What is shown; in a language of its own where it is known who looks, else in that of his browser. */
export type Shown = PlainPage & { readonly language?: Language }

/**
 * A page that whoever has its address may open, without a log-in: the address is his authority, for what it names and as
 * long as it says. Both functions run as the product itself in the address's tenant, at no organisation: what they read and
 * write they name by what the address is about. Undefined: what it is about is not there any more.
 */
export interface SignedPage<F extends object, T> extends SignedKind<F> {
  readonly calls: SignedCalls
  /** What the form brings back. */
  readonly typed: z.ZodType<T>
  /** Changes nothing: mail systems follow links by themselves. */
  readonly show: (ctx: Ctx, about: F) => Promise<Shown | undefined>
  /** Does what the form says, and answers. Pressed again it must do nothing more; a refusal is told on the page itself. */
  readonly press: (ctx: Ctx, about: F, typed: T) => Promise<Shown | undefined>
  /** The organisation in whose name it works, where that is one; it is at none where that is not there any more. */
  readonly orgOf?: (about: F) => string
  /** What is said where the address is not, or not any more, good for anything. */
  readonly unknown: PlainPage
}
/** Where a page is, below the address of the product. */
export const signedPath = <F extends object, T>(
  secret: string,
  page: SignedPage<F, T>,
  of: { readonly tenantId: string; readonly about: F },
  until: Until,
): string => `${page.calls.show.path}?token=${signed(secret, page, of, until)}`

/** Makes the address of a page in the caller's tenant, whole where it is known where the product is. */
export type Sign = <F extends object, T>(ctx: Ctx, page: SignedPage<F, T>, about: F, until: Until) => Promise<string>

/** What pages without log-in stand on. */
export interface Signing {
  readonly kernel: Kernel
  /** The installation's. */
  readonly secret: string
  /** As whom a tenant looks. */
  readonly lookOf: (ctx: Ctx) => Promise<Omit<Look, 'language'>>
}

/** The two calls of a page. How often a network may come is limited as for all calls without a session. */
export const signedServed = <F extends object, T>(o: Signing, page: SignedPage<F, T>): Served[] => [
  serveOutside(page.calls.show, (request, { token }) => answer(o, page, request, token, page.show, { read: true })),
  serveOutside(page.calls.press, (request, input) => press(o, page, request, input)),
]

type Work<F> = (ctx: Ctx, about: F) => Promise<Shown | undefined>

async function answer<F extends object, T>(
  { kernel, secret, lookOf }: Signing,
  page: SignedPage<F, T>,
  { origin }: OutsideRequest,
  token: string,
  work: Work<F>,
  { read, status = 200 }: { readonly read: boolean; readonly status?: number },
): Promise<FileAnswer> {
  const meant = readSigned(secret, page, token, kernel.now())
  const html =
    meant &&
    (await perform(
      kernel,
      meant.tenantId,
      origin,
      (tx) => systemAt(tx, meant.tenantId, page.orgOf?.(meant.about) ?? systemOrg.id),
      async (ctx) => {
        const shown = await work(ctx, meant.about)
        if (!shown) return undefined
        const { company, color } = await lookOf(ctx)
        return plainPage({ language: shown.language ?? origin.language, company, color }, shown)
      },
      { read },
    ))
  if (html !== undefined) return pageAnswer(html, status)
  return pageAnswer(plainPage({ language: origin.language, company: 'Lading', color: null }, page.unknown), 404)
}

async function press<F extends object, T>(
  o: Signing,
  page: SignedPage<F, T>,
  request: OutsideRequest,
  { token, ...typed }: { readonly token: string; readonly [typed: string]: string },
): Promise<FileAnswer> {
  const { language } = request.origin
  const parsed = page.typed.safeParse(typed)
  /** The page again as it was sent, with what was wrong. */
  const again = (problemIn: (shown: Shown) => Word, status: number) =>
    answer(
      o,
      page,
      request,
      token,
      async (ctx, about) => {
        const shown = await page.show(ctx, about)
        return shown && { ...filled(shown, typed), problem: problemIn(shown) }
      },
      { read: true, status },
    )
  if (!parsed.success) {
    const [first] = inputErrors(typed, parsed.error, language)
    return again((shown) => wrongField(shown, first, language), 400)
  }
  try {
    return await answer(o, page, request, token, (ctx, about) => page.press(ctx, about, parsed.data), { read: false })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return again(({ language: own }) => error.in(own ?? language), httpStatus(error.refusal.code))
  }
}

function filled(shown: Shown, typed: Readonly<Record<string, string>>): Shown {
  const { form } = shown
  if (!form?.fields) return shown
  return { ...shown, form: { ...form, fields: form.fields.map((f) => ({ ...f, value: typed[f.name] ?? '' })) } }
}

function wrongField({ form, language: own }: Shown, error: FieldError | undefined, language: Language): string {
  const title = form?.fields?.find(({ name }) => name === error?.field)?.title ?? ''
  const named = typeof title === 'string' ? title : say(title, own ?? language)
  return error ? `${named}: ${error.message}` : say(faults.invalid.text, own ?? language)
}
