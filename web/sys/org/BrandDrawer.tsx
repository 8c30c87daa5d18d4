import { brand, brandImageNames } from '@lading/contract/sys/brand.ts'
import { Alert, Button, Input } from 'antd'
import { leaveText } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { BrandColor } from './BrandColor.tsx'
import { BrandPicture } from './BrandPicture.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { type BrandModel, problemsOf } from './useBrand.ts'
import './brand.css'
import '../sys.css'

/** How the product looks for the tenant's people: seen while it is changed, kept when it is saved. */
export function BrandDrawer({ model }: { model: BrandModel }) {
  const t = useText()
  const { saved, draft, isDirty, mayChange, refused } = model
  const close = async () => {
    if (!isDirty || (await ask({ title: leaveText })) !== undefined) model.close()
  }
  return (
    <ActDrawer
      title={t(brand.title)}
      onClose={() => void close()}
      extra={
        mayChange && (
          <Button
            type="primary"
            loading={model.isBusy}
            disabled={!isDirty || refused !== undefined}
            onClick={() => void model.save()}
          >
            {t(words.save)}
          </Button>
        )
      }
    >
      {refused && <Alert type="info" showIcon title={refused} className="dialog-problem" />}
      {model.reading.error && !saved ? (
        <NotRead of={model.reading} />
      ) : !saved || !draft ? (
        <SkeletonRows label={t(words.loading)} />
      ) : (
        <div className="brand">
          <BrandPreview saved={saved} draft={draft} />
          <Facts model={model} />
          <div className="brand-pictures">
            {brandImageNames.map((name) => (
              <BrandPicture key={name} name={name} url={saved.images[name] ?? null} model={model} />
            ))}
          </div>
        </div>
      )}
    </ActDrawer>
  )
}

function Facts({ model }: { model: BrandModel }) {
  const t = useText()
  const { draft, refused, mayChange } = model
  if (!draft) return null
  const isFixed = !mayChange || refused !== undefined
  const problems = problemsOf(draft)
  const { slogan, enterpriseWebsite } = brand.fields
  return (
    <div className="brand-facts">
      <div className="field">
        <label htmlFor="brand-slogan">{t(slogan.title)}</label>
        <Input
          id="brand-slogan"
          value={draft.slogan}
          maxLength={100}
          disabled={isFixed}
          placeholder="Make Your Supply Chain Smarter"
          onChange={(e) => model.type({ slogan: e.target.value })}
        />
        <p className="hint">
          {t(['登录页的标语，也是登录后浏览器的标题', 'Shown on the login page, and as the browser title afterwards'])}
        </p>
      </div>
      <div className="field">
        <label htmlFor="brand-site">{t(enterpriseWebsite.title)}</label>
        <Input
          id="brand-site"
          value={draft.enterpriseWebsite}
          maxLength={300}
          disabled={isFixed}
          inputMode="url"
          placeholder="www.example.cn"
          status={problems.enterpriseWebsite ? 'error' : ''}
          aria-invalid={problems.enterpriseWebsite}
          aria-describedby="brand-website"
          onChange={(e) => model.type({ enterpriseWebsite: e.target.value })}
        />
        <p id="brand-website" className={problems.enterpriseWebsite ? 'problem' : 'hint'}>
          {problems.enterpriseWebsite
            ? t(['请填写网址，如 www.example.cn', 'Enter a web address, such as www.example.cn'])
            : t(['登录页左下角的链接', 'A link at the bottom of the login page'])}
        </p>
      </div>
      <BrandColor
        value={draft.color}
        isFixed={isFixed}
        isInvalid={problems.color}
        onChange={(color) => model.type({ color })}
      />
    </div>
  )
}
