import { job } from '@lading/contract/sys/job.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { jobCells } from './cells.tsx'
import { useJobActions } from './useJobActions.tsx'
import '../sys.css'

/** 定时任务: what is done by itself, when, and how it went. */
export function JobList() {
  const { actionsOf, dialog } = useJobActions()
  return (
    <>
      <SheetList of={job} cells={jobCells} rowActions={actionsOf} />
      {dialog}
    </>
  )
}
