import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { handoverResults } from '#db/vocabulary/handover.ts'
import { DefectFields, type DefectValue } from './defect-fields.tsx'

export type HandoverValues = {
  heldOn: string
  present: string
  result: string
  reasons: string
  claims: string
  defects: DefectValue[]
}

const blank: DefectValue = { id: '', description: '', place: '', responsible: 'provider', dueOn: '' }

/** Writes the protocol of a handover. Defects can be added and removed without JavaScript as well. */
export function HandoverForm({
  lastResult,
  party,
  otherClaims,
  initial,
  submissionId,
  expectedVersion,
  cancelTo,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  party: ContractParty
  /** What the other party has written, for reading. */
  otherClaims: string
  initial: HandoverValues
  submissionId: string
  expectedVersion: number
  cancelTo: string
}) {
  const { t } = useTranslation('handover')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<HandoverValues>({
    ...{ id: 'handover', lastResult, defaultValue: initial },
  })
  const defects = fields.defects.getFieldList()
  const added = addedRow(lastResult, fields.defects.name, defects.length)
  const labels = {
    heldOn: t('field.heldOn'),
    present: t('field.present'),
    result: t('field.result'),
    reasons: t('field.reasons'),
    claims: t(`field.${party}Claims`),
  }
  const inDefect = {
    description: t('field.description'),
    place: t('field.place'),
    responsible: t('field.responsible'),
    dueOn: t('field.dueOn'),
  }
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
      {/* The first button of the form, so that Enter saves instead of removing a defect. */}
      <button type="submit" hidden />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          defects: {
            label: t('field.defects'),
            row: (index) => t('form.defect', { position: index + 1 }),
            fields: inDefect,
          },
        }}
      />
      <EditConflict lastResult={lastResult} to={cancelTo} />
      <FormCard title={t('form.title')} description={t('form.text')}>
        <Field field={fields.heldOn} type="date" label={labels.heldOn} required className="sm:max-w-xs" />
        <TextArea
          field={fields.present}
          label={labels.present}
          hint={t('form.presentHint')}
          required
          rows={3}
          maxLength={2000}
        />
        <RadioGroup
          field={fields.result}
          label={labels.result}
          required
          options={handoverResults.map((value) => ({ value, label: t(`result.${value}`) }))}
        />
        <TextArea
          field={fields.reasons}
          label={labels.reasons}
          hint={t('form.reasonsHint')}
          optional
          rows={3}
          maxLength={5000}
        />
        <TextArea
          field={fields.claims}
          label={labels.claims}
          hint={t('form.claimsHint')}
          optional
          rows={3}
          maxLength={5000}
        />
        {otherClaims !== '' && (
          <div className="text-sm">
            <p className="font-medium">{t(`field.${party === 'client' ? 'provider' : 'client'}Claims`)}</p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-muted-foreground">{otherClaims}</p>
          </div>
        )}
      </FormCard>
      <section id={fields.defects.id} aria-labelledby="defects-heading" className="flex flex-col gap-4">
        <h2 id="defects-heading" className="text-lg font-semibold">
          {t('field.defects')}
        </h2>
        {defects.map((defect, index) => (
          <DefectFields
            key={defect.key ?? defect.name}
            field={defect}
            position={index + 1}
            isNew={index === added}
            remove={
              <Button
                variant="ghost"
                size="sm"
                icon={Trash2}
                {...form.remove.getButtonProps({ name: fields.defects.name, index })}
                type="submit"
              >
                {t('form.removeDefect', { position: index + 1 })}
              </Button>
            }
          />
        ))}
        <div>
          <Button
            variant="outline"
            icon={Plus}
            {...form.insert.getButtonProps({ name: fields.defects.name, defaultValue: blank })}
            type="submit"
          >
            {t('form.addDefect')}
          </Button>
        </div>
      </section>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{t('form.submit')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
