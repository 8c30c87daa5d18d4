/**
 * The outbox's word that something may be disputed: a shipment was signed for, a return was received. Its key names the
 * paper, `wms.shipBill:1`; what there is to claim is looked up when it is heard.
 */
export const claimTopic = 'wms.claim'
