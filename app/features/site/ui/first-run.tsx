import {
  Building2,
  CircleCheck,
  FolderPlus,
  ListChecks,
  type LucideIcon,
  Search,
  Store,
  UserPlus,
  X,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { GuideStep } from '#app/features/site/guide.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { productName } from '#app/platform/product.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { useRefusals } from '#app/ui/refused-addresses.ts'
import { TextLink } from '#app/ui/text-link.tsx'

const places: Record<GuideStep['step'], { to: string; icon: LucideIcon }> = {
  post: { to: '/projects/new', icon: FolderPlus },
  bid: { to: '/projects?view=open', icon: Search },
  company: { to: '/company-settings', icon: Building2 },
  team: { to: '/team', icon: UserPlus },
  listing: { to: '/company-settings/listing', icon: Store },
}

/** The first steps for a new company, with those that are done. */
export function FirstRun({ name, steps }: { name: string; steps: readonly GuideStep[] }) {
  const { t } = useTranslation('site')
  const format = useFormat()
  const isRefused = useRefusals()
  const first = steps.find(({ isDone }) => !isDone)?.step
  return (
    <section
      aria-labelledby="first-run"
      className="rounded-lg border border-border bg-card p-5 text-card-foreground sm:p-6"
    >
      <h2 id="first-run" className="text-xl font-semibold tracking-tight">
        {t('dashboard.first.title', { product: productName, name })}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">{t('dashboard.first.text')}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[107rem]:auto-cols-fr min-[107rem]:grid-flow-col min-[107rem]:grid-cols-none">
        {steps
          .map((one) => ({ ...one, ...places[one.step], ...(one.draftId && { to: `/projects/${one.draftId}` }) }))
          .filter(({ to }) => !isRefused(to))
          .map(({ step, isDone, missing, draftId, to, icon: Icon }) => (
            <li key={step} className="flex flex-col items-start gap-2 rounded-md border border-border p-4">
              <span className="flex w-full items-center justify-between gap-2">
                <Icon aria-hidden className="size-5 text-primary" />
                {isDone && (
                  <span className="flex items-center gap-1 text-sm font-medium text-success">
                    <CircleCheck aria-hidden className="size-4" />
                    {t('dashboard.first.done')}
                  </span>
                )}
              </span>
              <h3 className="text-sm font-semibold">{t(`dashboard.first.${step}.title`)}</h3>
              <p className="text-sm text-muted-foreground">
                {t(draftId ? 'dashboard.first.post.draft' : `dashboard.first.${step}.text`)}
              </p>
              {missing && (
                <p className="text-sm">
                  {t('dashboard.first.missing', {
                    parts: format.list(missing.map((part) => t(`dashboard.first.part.${part}`))),
                  })}
                </p>
              )}
              {!isDone && (
                <ButtonLink to={to} size="sm" variant={step === first ? 'primary' : 'outline'} className="mt-auto">
                  {t(draftId ? 'dashboard.first.post.publish' : `dashboard.first.${step}.action`)}
                </ButtonLink>
              )}
            </li>
          ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
        <TextLink to="/tour" block>
          {t('dashboard.sample.see')}
        </TextLink>
        <PutAway away />
      </div>
    </section>
  )
}

/** Hides the first steps from the viewer's dashboard, or shows them there again. */
export function PutAway({ away }: { away: boolean }) {
  const { t } = useTranslation('site')
  return (
    <PostForm action="/dashboard">
      <input type="hidden" name="away" value={String(away)} />
      <Button type="submit" size="sm" variant="ghost" icon={away ? X : ListChecks}>
        {t(away ? 'dashboard.first.hide' : 'dashboard.first.show')}
      </Button>
    </PostForm>
  )
}
