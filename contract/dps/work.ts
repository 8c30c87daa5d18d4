/** What the warehouse tells of a task that is done by light. */
export interface LightTask {
  readonly id: string
  readonly taskNo: string
  readonly taskType: 'PICK' | 'SOW'
  readonly state: 'NEW' | 'WAIT' | 'READY' | 'ASSIGNED' | 'RUNNING' | 'SUSPENDED' | 'DONE' | 'CANCELED'
  /** Anything else: by handheld or on paper from now on. */
  readonly mode: string
  readonly ownerId: string | null
  readonly storeId: string | null
  /** Of sorting: the container that is divided. */
  readonly containerId: string | null
  readonly orderId: string | null
  readonly waveId: string | null
  readonly priority: number
  readonly dueAt: Date | null
  readonly lines: readonly LightLine[]
}
export interface LightLine {
  readonly id: string
  readonly state: 'OPEN' | 'INHAND' | 'DONE' | 'SHORT' | 'CANCELED'
  /** Where the light is: the bin that goods are taken from, or the position that they are put at. */
  readonly binId: string | null
  readonly ownerId: string
  readonly productId: string
  readonly lotId: string | null
  readonly storeId: string | null
  readonly seq: number
  readonly planQty: string
  readonly doneQty: string
  readonly shortQty: string
}
/** What a press books. */
export interface LightConfirm {
  readonly taskLineId: string
  /** In base units. */
  readonly qty: string
  /** Into which container; of sorting the one at the position, where none is named. */
  readonly toContainer: string | undefined
  /** Less than is open, and nothing more is there. */
  readonly isShort: boolean
}
/** A container that work wants to use. */
export interface LightContainer {
  readonly id: string
  readonly code: string
  /** Whether nothing is in it. */
  readonly isIdle: boolean
  readonly storeId: string | null
}
