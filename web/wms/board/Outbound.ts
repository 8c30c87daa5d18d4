import { dashboardOut } from '@lading/contract/wms/dashboardOut.ts'
import { createElement } from 'react'
import { BoardPage } from '../../platform/BoardPage.tsx'

/** 出库看板. */
export const Outbound = () => createElement(BoardPage, { of: dashboardOut })
