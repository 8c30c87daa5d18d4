import type { PrintForm } from '@lading/contract/sys/printForm.ts'
import { paperForm } from '../../platform/print/sheet.ts'
import { adjustPaper } from './adjust.ts'
import { checkPaper, collectPaper } from './collectSheets.ts'
import { countPaper } from './countSheets.ts'
import { facePaper } from './faceSheets.ts'
import { putAwayPaper, receivingPaper } from './inbound.ts'
import { binForm, caseForm, containerForm, lotForm, productForm } from './labelForms.ts'
import { passForm } from './passForm.ts'
import { pickLabelForm, rplLabelForm } from './pickLabels.ts'
import { planPaper } from './preRplSheets.ts'
import { processPaper, recipientPaper } from './processSheets.ts'
import { qualityPaper } from './qualitySheets.ts'
import { notePaper, pickPaper } from './sheets.ts'
import { manifestPaper, storePaper } from './shipment.ts'
import { sowPaper } from './sowSheets.ts'
import { slotPaper } from './yardSheets.ts'

/** All that the warehouse prints, as a tenant may lay it out anew. */
export const printForms: readonly PrintForm[] = [
  containerForm,
  binForm,
  productForm,
  caseForm,
  lotForm,
  pickLabelForm,
  rplLabelForm,
  paperForm(receivingPaper),
  paperForm(putAwayPaper),
  paperForm(pickPaper),
  paperForm(collectPaper),
  paperForm(checkPaper),
  paperForm(sowPaper),
  paperForm(notePaper),
  paperForm(manifestPaper),
  paperForm(storePaper),
  passForm,
  paperForm(slotPaper),
  paperForm(countPaper),
  paperForm(adjustPaper),
  paperForm(facePaper),
  paperForm(planPaper),
  paperForm(qualityPaper),
  paperForm(processPaper),
  paperForm(recipientPaper),
]
