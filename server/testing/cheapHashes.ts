import { hashAt } from '../sys/session/password.ts'

/**
 * For a process that tests start by `node --import`: what it keeps is protected from nobody, and a hash as it is served
 * costs a quarter of a second of a processor. No setting leads here, so nothing that is installed can come to it.
 */
hashAt({ memory: 64, passes: 1 })
