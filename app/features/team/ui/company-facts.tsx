import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { countryName } from './country-name.ts'

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
}

/** The company as its members see it. */
export function CompanyFacts({ company }: { company: CompanyRecord }) {
  const { t, i18n } = useTranslation('team')
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
    'iban',
    'bic',
  ] as const
  return (
    <Card>
      <DescriptionList
        items={facts.map((fact) => ({
          term: t(`company.${fact}`),
          description:
            (fact === 'country' ? countryName(company.country, i18n.language) : company[fact]) ?? t('company.none'),
        }))}
      />
    </Card>
  )
}
