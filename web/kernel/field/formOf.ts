import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { createContext } from 'react'

/** Whose form a control stands in: who may write it may choose what it names, though he may not look at that otherwise. */
export const FormOf = createContext<AnyEntity | undefined>(undefined)
