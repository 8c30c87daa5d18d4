import type { Text } from '@lading/contract/kernel/text.ts'

/** Why work in the background ends before it is done; none of them is an error of what it works on. */

/** This process is about to end: another begins anew. */
export class CutOff extends Error {}
/** Whoever asked for it has asked to stop; or has said before when it is not wanted, which its record tells. */
export class Cancelled extends Error {
  readonly reason: Text | undefined
  constructor(reason?: Text) {
    super()
    this.reason = reason
  }
}
/** It has been given to another: this process was not heard of for too long. */
export class Lost extends Error {}
