import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RefusalKey, RightsOfPart } from '#app/features/accounts/rights.ts'
import { Card } from '#app/ui/card.tsx'

/** Reasons in the third person; the error messages address the refused user directly. */
const reasons = {
  'errors:forbidden': 'refused.forbidden',
  'errors:companyNeeded': 'refused.companyNeeded',
  'errors:managersOnly': 'refused.managersOnly',
  'errors:ownersOnly': 'refused.ownersOnly',
  'errors:moduleClosed': 'refused.moduleClosed',
  'errors:moduleReadOnly': 'refused.moduleReadOnly',
  'errors:verifyEmailFirst': 'refused.verifyEmailFirst',
  // A page is opened by the person and not by a token.
  'errors:scopeMissing': 'refused.forbidden',
  'errors:subscriptionOver': 'refused.subscriptionOver',
  'errors:limit.projects': 'refused.limit',
  'errors:limit.bids_per_month': 'refused.limit',
  'errors:limit.active_contracts': 'refused.limit',
  'errors:limit.users': 'refused.limit',
} as const satisfies Record<RefusalKey, string>

/** What somebody may do, by module, and why not where they may not. */
export function RightsCard({ title, parts }: { title: string; parts: readonly RightsOfPart[] }) {
  const { t } = useTranslation('rights')
  return (
    <Card title={title} description={t('description')}>
      <div className="@container">
        <div className="grid gap-x-8 gap-y-6 @lg:grid-cols-2">
          {parts.map(({ part, rights }) => (
            <section key={part} className="min-w-0">
              <h3 className="text-sm font-semibold">{t(`part.${part}`)}</h3>
              <ul className="mt-2 flex flex-col gap-2 text-sm">
                {rights.map(({ right, refused }) => {
                  const Icon = refused ? X : Check
                  return (
                    <li key={right} className="flex gap-2">
                      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
                      <span className="min-w-0 wrap-break-word">
                        <span className="sr-only">{t(refused ? 'denied' : 'allowed')} </span>
                        {t(`may.${right}`)}
                        {refused && <span className="block text-muted-foreground">{t(reasons[refused])}</span>}
                      </span>
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Card>
  )
}
