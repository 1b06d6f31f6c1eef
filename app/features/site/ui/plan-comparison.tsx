import { useTranslation } from 'react-i18next'
import { type Plan, plans } from '#app/features/site/plans.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { companyLimitNames } from '#db/vocabulary/accounts.ts'

const isAgreed = ({ monthlyCents }: Plan) => monthlyCents === null

/** What the plans differ in, side by side: prices without VAT, limits as the program enforces them (PLAN-2), and how fast mails are answered. */
export function PlanComparison() {
  const { t } = useTranslation('site')
  const { money, number } = useFormat()
  const price = (cents: number | null) =>
    cents === null ? t('pricing.compare.agreed') : money(cents, 'EUR', { decimals: false })
  const rows: { name: string; of: (plan: Plan) => string }[] = [
    { name: t('pricing.compare.monthly'), of: ({ monthlyCents }) => price(monthlyCents) },
    { name: t('pricing.compare.yearly'), of: ({ yearlyCents }) => price(yearlyCents) },
    ...companyLimitNames.map((limit) => ({
      name: t(`pricing.compare.${limit}`),
      of: (plan: Plan) => {
        const most = plan.limits[limit]
        if (most !== null) return number(most)
        return t(isAgreed(plan) && limit !== 'users' ? 'pricing.compare.agreed' : 'pricing.compare.unlimited')
      },
    })),
    {
      name: t('pricing.compare.support'),
      of: ({ supportHours }) => (supportHours === null ? t('pricing.compare.agreed') : number(supportHours)),
    },
  ]
  return (
    <section className="mt-16 sm:mt-20">
      <h2 className="text-2xl font-semibold tracking-tight">{t('pricing.compare.title')}</h2>
      <p className="mt-2 mb-5 max-w-prose text-muted-foreground">{t('pricing.compare.text')}</p>
      <DataTable
        caption={t('pricing.compare.title')}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: t('pricing.compare.what'), primary: true, cell: ({ name }) => name },
          ...plans.map((plan) => ({
            key: plan.id,
            header: t(`pricing.${plan.id}.name`),
            numeric: true,
            cell: ({ of }: (typeof rows)[number]) => of(plan),
          })),
        ]}
      />
    </section>
  )
}
