import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

type Choice = { id: string; name: string; city: string | null }

/** Chooses the client that is a double of the kept one. */
export function ChooseDouble({ kept, choices }: { kept: { content: { name: string } }; choices: readonly Choice[] }) {
  const { t } = useTranslation('clientmerge')
  return (
    <Form method="get">
      <FormCard
        title={t('choose.title', { kept: kept.content.name })}
        description={t('choose.text')}
        actions={<SubmitButton>{t('choose.next')}</SubmitButton>}
      >
        <Select
          name="with"
          label={t('choose.label')}
          options={choices.map(({ id, name, city }) => ({ value: id, label: [name, city].filter(Boolean).join(', ') }))}
        />
      </FormCard>
    </Form>
  )
}
