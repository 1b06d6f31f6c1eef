import { useTranslation } from 'react-i18next'
import type { ClientContent } from '#app/features/clients/client.ts'
import { clientListHref } from '#app/features/clients/client-filter.ts'
import { eSchemeName } from '#app/features/e-addresses/e-schemes.ts'
import { useFormat } from '#app/i18n/format.ts'
import { languages } from '#app/i18n/languages.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What the record says, without what is left out. */
export function Details({ client }: { client: ClientContent & { addedByItself: boolean } }) {
  const { t } = useTranslation('clientform')
  const { t: tClient } = useTranslation('clients')
  const format = useFormat()
  const place = [client.postalCode, client.city].filter(Boolean).join(' ')
  const address = [client.street, place, format.country(client.country)].filter(Boolean)
  const facts: Array<[string, React.ReactNode]> = [
    [t('field.businessId'), client.businessId],
    [t('field.vatNumber'), client.vatNumber],
    [t('field.buysAs'), client.buysAs && t(`buysAs.${client.buysAs}`)],
    [
      tClient('detail.address'),
      address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    ],
    [
      t('field.email'),
      client.email && (
        <a href={`mailto:${client.email}`} className="text-primary hover:underline">
          {client.email}
        </a>
      ),
    ],
    [t('field.phone'), client.phone],
    [t('field.locale'), languages.find(({ tag }) => tag === client.locale)?.name],
    [
      tClient('detail.eAddress'),
      client.eAddress &&
        [client.eScheme && eSchemeName(client.eScheme), client.eAddress, client.eOperator].filter(Boolean).join(' · '),
    ],
    [
      tClient('detail.term'),
      client.paymentTermDays !== null && tClient('detail.days', { count: client.paymentTermDays }),
    ],
    [tClient('detail.interest'), client.lateInterestBp !== null && format.percent(client.lateInterestBp)],
    [
      t('limits'),
      client.creditLimits.length > 0 &&
        format.list(client.creditLimits.map(({ cents, currency }) => format.money(cents, currency))),
    ],
  ]
  return (
    <Card title={tClient('section.details')}>
      <DescriptionList items={facts.flatMap(([term, description]) => (description ? [{ term, description }] : []))} />
      {client.addedByItself && <p className="mt-3 text-sm text-muted-foreground">{tClient('detail.addedByItself')}</p>}
    </Card>
  )
}

/** The people at the client. */
export function Contacts({ contacts }: Pick<ClientContent, 'contacts'>) {
  const { t } = useTranslation('clients')
  if (contacts.length === 0) return null
  return (
    <Card title={t('section.contacts')}>
      <ul className="flex flex-col gap-4 text-sm">
        {contacts.map(({ name, role, email, phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the people of a stored record stay in their places
          <li key={index} className="wrap-anywhere">
            <p className="font-medium">{name}</p>
            {role && <p className="text-muted-foreground">{role}</p>}
            {email && (
              <a href={`mailto:${email}`} className="block py-0.5 text-primary hover:underline">
                {email}
              </a>
            )}
            {phone && (
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="block py-0.5 text-primary hover:underline">
                <bdi dir="ltr">{phone}</bdi>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The company's own tags and notes. */
export function OwnNotes({ client: { tags, notes } }: { client: Pick<ClientContent, 'tags' | 'notes'> }) {
  const { t } = useTranslation('clients')
  if (tags.length === 0 && notes === '') return null
  const all = { view: 'all' as const, q: '', sort: 'name' as const, after: null }
  return (
    <Card title={t('section.own')}>
      {tags.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {tags.map((tag) => (
            <TextLink key={tag} to={clientListHref({ ...all, tag })}>
              {tag}
            </TextLink>
          ))}
        </p>
      )}
      {notes && <p className="mt-3 text-sm whitespace-pre-line wrap-anywhere first:mt-0">{notes}</p>}
    </Card>
  )
}
