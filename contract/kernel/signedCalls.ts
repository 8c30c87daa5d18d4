import { z } from 'zod'
import { type Call, get, post } from './call.ts'
import type { Text } from './text.ts'

/** Signed by the server; nobody else can make one. */
export const signedToken = z.string().min(20).max(1200)

export interface SignedCalls {
  readonly show: Call<{ token: string }>
  readonly press: Call<{ token: string; [typed: string]: string }>
}
/**
 * The two calls of a page without log-in, at one address: to look at it, and to send its form. What the form brings back is
 * checked by the page, which says in words what is wrong (`server/platform/signed/signedPages.ts`).
 */
export const signedCalls = (path: string, o: { readonly show: Text; readonly press: Text }): SignedCalls => ({
  show: get(path, { title: o.show, permission: 'open', input: z.object({ token: signedToken }), binary: true }),
  press: post(path, {
    title: o.press,
    permission: 'open',
    input: z.object({ token: signedToken }).catchall(z.string().max(2000)),
    binary: true,
    form: true,
  }),
})
