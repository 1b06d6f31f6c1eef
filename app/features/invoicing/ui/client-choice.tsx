import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Choice = { id: string; name: string; city: string | null }

/** Fills in the buyer of a new invoice or quote from the list of clients; a GET form, before anything is typed. */
export function ClientChoice({
  client,
  choices,
  action = '/invoicing/new',
}: {
  client: { id: string; name: string } | null
  choices: readonly Choice[]
  /** The page with the form that is filled in. */
  action?: string
}) {
  const { t } = useTranslation('invoiceclient')
  if (choices.length === 0) return null
  return (
    <Card className="w-full max-w-reading">
      <Form method="get" action={action} key={client?.id ?? ''} className="flex flex-wrap items-end gap-3">
        <Select
          name="client"
          label={t('choose')}
          hint={t('hint')}
          placeholder={t('none')}
          defaultValue={client?.id ?? ''}
          options={choices.map(({ id, name, city }) => ({ value: id, label: city ? `${name}, ${city}` : name }))}
          className="min-w-0 flex-1 basis-64"
        />
        <SubmitButton variant="secondary">{t('fill')}</SubmitButton>
      </Form>
      {client && (
        <p className="mt-3 text-sm">
          <TextLink to={`/clients/${client.id}`}>{t('open', { name: client.name })}</TextLink>
        </p>
      )}
    </Card>
  )
}
