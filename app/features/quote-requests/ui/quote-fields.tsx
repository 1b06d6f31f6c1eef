import type { FieldMetadata, FormMetadata, SubmissionResult } from '@conform-to/react'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { maxRooms } from '#app/features/quote-requests/quote-request.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { contactMethods, quoteBudgets, quoteServices, quoteTimelines } from '#db/vocabulary/quote-requests.ts'
import type { QuoteValues } from './quote-form.tsx'

type Fields = { fields: { [Name in keyof QuoteValues]: FieldMetadata<QuoteValues[Name], QuoteValues, string[]> } }

/** Step 1: what is asked for. */
export function ServiceFields({ fields }: Fields) {
  const { t } = useTranslation('quoterequest')
  const { t: tProject } = useTranslation('projects')
  return (
    <CheckboxGroup
      field={fields.services}
      label={t('services.label')}
      hint={t('services.hint')}
      layout="cards"
      options={quoteServices.map((value) => ({ value, label: tProject(`category.${value}`) }))}
    />
  )
}

/** Step 2: who asks, and how they are reached. */
export function ContactFields({ fields }: Fields) {
  const { t } = useTranslation('quoterequest')
  return (
    <>
      <Field field={fields.name} label={t('name')} autoComplete="name" maxLength={120} required />
      <FieldRow>
        <Field
          field={fields.email}
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <Field field={fields.phone} label={t('phone')} type="tel" autoComplete="tel" maxLength={40} required />
      </FieldRow>
      <FieldRow>
        <Field field={fields.address} label={t('address')} autoComplete="street-address" maxLength={200} optional />
        <Field field={fields.city} label={t('city')} autoComplete="address-level2" maxLength={100} optional />
      </FieldRow>
      <CheckboxGroup
        field={fields.preferredContact}
        label={t('contact.label')}
        layout="inline"
        options={contactMethods.map((value) => ({ value, label: t(`contact.${value}`) }))}
      />
      <Field
        field={fields.preferredTime}
        label={t('preferredTime')}
        hint={t('preferredTimeHint')}
        maxLength={100}
        autoComplete="off"
        optional
      />
    </>
  )
}

type Lists = { lastResult: SubmissionResult<string[]> | undefined; form: FormMetadata<QuoteValues, string[]> }

/** Step 3: whatever helps to reckon a price; nothing is required. */
export function DetailFields({ lastResult, form, fields }: Fields & Lists) {
  const { t } = useTranslation('quoterequest')
  return (
    <>
      <Field
        field={fields.totalArea}
        label={t('totalArea')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        suffix="m²"
        optional
      />
      <Rooms lastResult={lastResult} form={form} fields={fields} />
      <RadioGroup
        field={fields.timeline}
        label={t('timeline.label')}
        layout="cards"
        defaultValue={textOf(fields.timeline.initialValue) ?? 'normal'}
        options={quoteTimelines.map((value) => ({ value, label: t(`timeline.${value}`) }))}
      />
      <Select
        field={fields.budget}
        label={t('budget.label')}
        defaultValue={textOf(fields.budget.initialValue) ?? 'not_sure'}
        options={quoteBudgets.map((value) => ({ value, label: t(`budget.${value}`) }))}
      />
      <TextArea field={fields.description} label={t('description')} rows={6} maxLength={5000} optional />
      <TextArea field={fields.additionalNotes} label={t('additionalNotes')} rows={3} maxLength={2000} optional />
    </>
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A list of rooms that grows and shrinks by buttons of the form, without scripts too. */
function Rooms({ lastResult, form, fields }: Fields & Lists) {
  const { t } = useTranslation('quoterequest')
  const rooms = fields.rooms.getFieldList()
  const added = addedRow(lastResult, fields.rooms.name, rooms.length)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('rooms.label')}</legend>
      {rooms.map((room, index) => {
        const { type, area } = room.getFieldset()
        return (
          <fieldset key={room.key} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
            <legend className="sr-only">{t('rooms.row', { number: index + 1 })}</legend>
            <Field field={type} label={t('rooms.type')} autoFocus={index === added} maxLength={60} autoComplete="off" />
            <Field
              field={area}
              label={t('rooms.area')}
              inputMode="decimal"
              maxLength={40}
              autoComplete="off"
              suffix="m²"
            />
            <button
              type="submit"
              {...form.remove.getButtonProps({ name: fields.rooms.name, index })}
              className={buttonClass({ variant: 'ghost', size: 'sm' }, 'justify-self-start sm:mt-6.5 sm:min-h-9')}
            >
              <Trash2 aria-hidden className="size-4" />
              <span className="sm:sr-only">{t('rooms.remove', { number: index + 1 })}</span>
            </button>
          </fieldset>
        )
      })}
      {rooms.length < maxRooms && (
        <button
          type="submit"
          {...form.insert.getButtonProps({ name: fields.rooms.name, defaultValue: { type: '', area: '' } })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('rooms.add')}
        </button>
      )}
    </fieldset>
  )
}
