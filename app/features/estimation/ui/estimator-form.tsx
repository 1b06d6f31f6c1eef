import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ArrowRight, Calculator } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  pricesOf,
  qualities,
  qualityFactor,
  servicePriceCents,
  services,
  urgencies,
  urgencyFactors,
  workTypes,
} from '#app/features/estimation/estimate.ts'
import { euros, factor } from '#app/features/estimation/estimate-texts.ts'
import { useFormat } from '#app/i18n/format.ts'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { HiddenAnswers } from './hidden-answers.tsx'

type Typed = readonly (readonly [name: string, value: string])[]
type StepProps = { typed: Typed; lastResult: SubmissionResult<string[]> | null }

const valuesOf = (typed: Typed, wanted: string) => typed.filter(([name]) => name === wanted).map(([, value]) => value)
const firstOf = (typed: Typed, wanted: string) => valuesOf(typed, wanted)[0]

/** Step 1: what is to be done. */
export function TypesStep({ typed, lastResult }: StepProps) {
  const { t } = useTranslation('estimation')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const [form, fields] = useForm<{ projectTypes: string[] }>({ id: 'estimate', lastResult })
  const options = workTypes.map((type) => {
    const { baseCents, squareMetreCents } = pricesOf(type)
    const price = { base: euros(format, baseCents), perSquareMetre: euros(format, squareMetreCents) }
    return { value: type, label: tProject(`category.${type}`), hint: t('types.price', price) }
  })
  return (
    <Form method="get" action="/estimate" id={form.id} noValidate className="flex flex-col gap-6">
      <ErrorSummary form={form} labels={{ projectTypes: t('types.label') }} />
      <HiddenAnswers typed={typed} except={['projectTypes']} />
      <FormCard
        actions={
          <SubmitButton name="step" value="2" iconEnd={ArrowRight} wide>
            {t('continue')}
          </SubmitButton>
        }
      >
        <CheckboxGroup
          field={fields.projectTypes}
          label={t('types.label')}
          hint={t('types.hint')}
          layout="cards"
          options={options}
          defaultValue={valuesOf(typed, 'projectTypes')}
        />
      </FormCard>
    </Form>
  )
}

type Details = { area: string; location: string; quality: string; urgency: string; additionalFeatures: string[] }
const detailFields = ['area', 'location', 'quality', 'urgency', 'additionalFeatures'] as const

/** Step 2: how much, how good, how soon, and what else. Going back takes along what was typed. */
export function DetailsStep({ typed, lastResult }: StepProps) {
  const { t } = useTranslation('estimation')
  const [form, fields] = useForm<Details>({ id: 'estimate', lastResult })
  const labels = Object.fromEntries(
    detailFields.map((name) => [name, t(`${name === 'additionalFeatures' ? 'services' : name}.label`)]),
  )
  return (
    <Form method="get" action="/estimate" id={form.id} noValidate className="flex flex-col gap-6">
      <ErrorSummary form={form} labels={labels} />
      <HiddenAnswers typed={typed} except={detailFields} />
      <FormCard
        actions={
          <>
            <SubmitButton name="step" value="3" icon={Calculator} wide>
              {t('calculate')}
            </SubmitButton>
            <SubmitButton name="step" value="1" variant="ghost" wide>
              {t('back')}
            </SubmitButton>
          </>
        }
      >
        <FieldRow>
          <Field
            field={fields.area}
            label={t('area.label')}
            hint={t('area.hint')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            required
            suffix="m²"
            defaultValue={firstOf(typed, 'area')}
          />
          <Field
            field={fields.location}
            label={t('location.label')}
            hint={t('location.hint')}
            autoComplete="address-level2"
            maxLength={120}
            optional
            defaultValue={firstOf(typed, 'location')}
          />
        </FieldRow>
        <Choices typed={typed} fields={fields} />
      </FormCard>
    </Form>
  )
}

type Fields = ReturnType<typeof useForm<Details>>[1]

function Choices({ typed, fields }: { typed: Typed; fields: Fields }) {
  const { t } = useTranslation('estimation')
  const format = useFormat()
  const times = (tenths: number) => factor(format, tenths)
  return (
    <>
      <RadioGroup
        field={fields.quality}
        label={t('quality.label')}
        layout="cards"
        defaultValue={firstOf(typed, 'quality') ?? 'standard'}
        options={qualities.map((value) => ({
          value,
          label: t(`quality.${value}`),
          hint: t('quality.effect', { factor: times(qualityFactor(value)) }),
        }))}
      />
      <RadioGroup
        field={fields.urgency}
        label={t('urgency.label')}
        layout="cards"
        defaultValue={firstOf(typed, 'urgency') ?? 'normal'}
        options={urgencies.map((value) => {
          const { price, weeks } = urgencyFactors(value)
          const hint = t('urgency.effect', { price: times(price), weeks: times(weeks) })
          return { value, label: t(`urgency.${value}`), hint }
        })}
      />
      <CheckboxGroup
        field={fields.additionalFeatures}
        label={t('services.label')}
        hint={t('services.hint')}
        layout="cards"
        defaultValue={valuesOf(typed, 'additionalFeatures')}
        options={services.map((value) => ({
          value,
          label: t(`services.${value}`),
          hint: t('services.price', { price: euros(format, servicePriceCents(value)) }),
        }))}
      />
    </>
  )
}
