import { create } from 'zustand'

/** The scale at this desk. Kept on this computer, beside which it stands. */
export const useMyScale = create<{ readonly id: string | null }>()(() => ({ id: read() }))
const key = 'lading.scale'
function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that keeps nothing asks again next time.
    return null
  }
}
export function setMyScale(id: string): void {
  useMyScale.setState({ id })
  try {
    localStorage.setItem(key, id)
  } catch {
    // As above.
  }
}
