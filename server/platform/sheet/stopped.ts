/** Why work in the background ends before it is done; none of them is an error of what it works on. */

/** This process is about to end: another begins anew. */
export class CutOff extends Error {}
/** Whoever asked for it has asked to stop. */
export class Cancelled extends Error {}
/** It has been given to another: this process was not heard of for too long. */
export class Lost extends Error {}
