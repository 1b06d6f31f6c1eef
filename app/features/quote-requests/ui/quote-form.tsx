import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ArrowRight, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary, type FieldLabels } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { HiddenValues } from './hidden-values.tsx'
import { ContactFields, DetailFields, ServiceFields } from './quote-fields.tsx'
import { Trap } from './trap.tsx'

export type QuoteValues = {
  services: string[]
  name: string
  email: string
  phone: string
  address: string
  city: string
  preferredContact: string[]
  preferredTime: string
  totalArea: string
  rooms: { type: string; area: string }[]
  timeline: string
  budget: string
  description: string
  additionalNotes: string
}

/** The fields of each step; the others travel along unseen. */
const stepFields = {
  1: ['services'],
  2: ['name', 'email', 'phone', 'address', 'city', 'preferredContact', 'preferredTime'],
  3: ['totalArea', 'rooms', 'timeline', 'budget', 'description', 'additionalNotes'],
} as const
/** What the form sends of itself. */
const ownFields = ['step', 'go', 'submissionId', 'website', '__intent__']

type Props = {
  step: 1 | 2 | 3
  lastResult: SubmissionResult<string[]> | undefined
  /** What the form begins with, or what was typed so far. */
  values: Record<string, unknown>
  submissionId: string
}

/** One step of a quote request. Every step is a post that takes along all the others, so that going back and forth loses nothing. */
export function QuoteForm({ step, lastResult, values, submissionId }: Props) {
  const { t } = useTranslation('quoterequest')
  const [form, fields] = useForm<QuoteValues>({ id: 'quote', lastResult, defaultValue: values })
  const except = [...stepFields[step], ...ownFields]
  return (
    <Form method="post" action="/quote" id={form.id} noValidate className="flex flex-col gap-6">
      {/* Enter in a field presses a form's first button. */}
      <button type="submit" name="go" value={next[step]} hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <Trap value={values.website} />
      <HiddenValues values={values} except={except} />
      <ErrorSummary form={form} labels={useLabels()} />
      <FormCard
        title={t(`heading.${step}`)}
        actions={
          <>
            <SubmitButton
              name="go"
              value={next[step]}
              {...(step === 3 ? { icon: Send } : { iconEnd: ArrowRight })}
              wide
            >
              {step === 3 ? t('send') : t('continue')}
            </SubmitButton>
            {step > 1 && (
              <SubmitButton name="go" value={String(step - 1)} variant="ghost" wide>
                {t('back')}
              </SubmitButton>
            )}
          </>
        }
      >
        {step === 1 && <ServiceFields fields={fields} />}
        {step === 2 && <ContactFields fields={fields} />}
        {step === 3 && <DetailFields lastResult={lastResult} form={form} fields={fields} />}
      </FormCard>
      <p className="max-w-prose text-sm text-muted-foreground">{t('privacy')}</p>
    </Form>
  )
}

const next = { 1: '2', 2: '3', 3: 'send' } as const

function useLabels(): FieldLabels {
  const { t } = useTranslation('quoterequest')
  return {
    services: t('services.label'),
    name: t('name'),
    email: t('email'),
    phone: t('phone'),
    address: t('address'),
    city: t('city'),
    preferredContact: t('contact.label'),
    preferredTime: t('preferredTime'),
    totalArea: t('totalArea'),
    rooms: {
      label: t('rooms.label'),
      row: (index) => t('rooms.row', { number: index + 1 }),
      fields: { type: t('rooms.type'), area: t('rooms.area') },
    },
    timeline: t('timeline.label'),
    budget: t('budget.label'),
    description: t('description'),
    additionalNotes: t('additionalNotes'),
  }
}
