import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

export type CompanyRecord = {
  name: string
  businessId: string | null
  vatNumber: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  iban: string | null
  bic: string | null
  email: string | null
  phone: string | null
  inDirectory: boolean
}

/** The company's settings but the bank account, read-only. */
export function CompanyFacts({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const facts = [
    'name',
    'businessId',
    'vatNumber',
    'street',
    'postalCode',
    'city',
    'country',
    'email',
    'phone',
  ] as const
  return (
    <Card>
      <DescriptionList
        items={facts.map((fact) => ({
          term: t(`company.${fact}`),
          description: (fact === 'country' ? format.country(company.country) : company[fact]) ?? t('company.none'),
        }))}
      />
    </Card>
  )
}
