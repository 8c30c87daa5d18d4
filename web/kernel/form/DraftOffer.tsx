import { Alert, Button } from 'antd'
import { dropDrafts } from '../../client/drafts.ts'
import { report } from '../../client/errors.ts'
import { useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { changedNames } from './draft.ts'
import type { FormModel } from './useForm.ts'

/** What was typed here before and never saved: taken over what the record is by now, or given up. */
export function DraftOffer({ form }: { form: FormModel }) {
  const t = useText()
  const tab = useTabKey()
  const { offered, settle } = form.kept
  if (!offered || changedNames(offered.draft).length === 0) return null
  const restore = () => {
    form.merge({ ...form.draft, values: form.draft.loaded }, offered.draft)
    settle()
  }
  const discard = () => {
    settle()
    if (!form.dirty) dropDrafts([tab]).catch(report)
  }
  return (
    <Alert
      type="info"
      showIcon
      title={t(['{time}输入的内容还没有保存', 'Your changes from {time} were not saved'], {
        time: shownTime(new Date(offered.at).toISOString()),
      })}
      action={
        <div className="draft-offer">
          <Button size="small" type="primary" onClick={restore}>
            {t(['恢复', 'Restore'])}
          </Button>
          <Button size="small" onClick={discard}>
            {t(['丢弃', 'Discard'])}
          </Button>
        </div>
      }
    />
  )
}
