/** The outbox's word that a trip has been sent, changed or withdrawn, or that a store has signed. Its key is the trip's id. */
export const tripTopic = 'tms.trip'
/** The outbox's word that a trip is over, or a way bill's receipt looked through: they are charged. Its key is `trip:` or `wayBill:` and the id. */
export const feeTopic = 'tms.fee'
/** The outbox's word that goods of the warehouse wait for planning again. Its key is the way bill's id. */
export const freedTopic = 'tms.freed'
/** The outbox's word that a discrepancy is to be raised of an abnormal. Its key is the abnormal's id. */
export const claimGoodsTopic = 'tms.claim'
