import { type FieldMetadata, getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { finalItemAnswers, finalItemKinds } from '#db/vocabulary/final-accounts.ts'

type ItemValue = { kind: string; description: string; amount: string }
type AnswerValue = { id: string; answer: string; answerText: string }
export type FinalAccountValues = { items: ItemValue[]; answers: AnswerValue[] }

type OtherItem = { id: string; kind: (typeof finalItemKinds)[number]; description: string; amountCents: number }

const blank: ItemValue = { kind: 'claim', description: '', amount: '' }

/** Writes a party's part of a final account: its own items, and what it says of the other's. Works without JavaScript as well. */
export function FinalAccountForm({
  lastResult,
  party,
  currency,
  reserved,
  others,
  delay,
  initial,
  submissionId,
  expectedVersion,
  cancelTo,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  party: ContractParty
  currency: string
  /** What the party reserved in signed handover protocols. */
  reserved: readonly { name: string; text: string }[]
  /** The other party's items, in the order of the answers. */
  others: readonly OtherItem[]
  /** What the terms come to for the delay, in words; null where nothing. */
  delay: string | null
  initial: FinalAccountValues
  submissionId: string
  expectedVersion: number
  cancelTo: string
}) {
  const { t } = useTranslation('finalaccount')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<FinalAccountValues>({
    ...{ id: 'final-account', lastResult, defaultValue: initial },
  })
  const items = fields.items.getFieldList()
  const added = addedRow(lastResult, fields.items.name, items.length)
  const answers = fields.answers.getFieldList()
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
      {/* The first button of the form, so that Enter saves instead of removing an item. */}
      <button type="submit" hidden />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          items: {
            label: t('form.own'),
            row: (index) => t('form.item', { position: index + 1 }),
            fields: { kind: t('field.kind'), description: t('field.description'), amount: t('field.amount') },
          },
          answers: {
            label: t('form.others'),
            row: (index) => t('form.otherItem', { position: index + 1 }),
            fields: { answer: t('field.answer'), answerText: t('field.answerText') },
          },
        }}
      />
      <EditConflict lastResult={lastResult} to={cancelTo} />
      <section id={fields.items.id} aria-labelledby="own-heading" className="flex flex-col gap-4">
        <h2 id="own-heading" className="text-lg font-semibold">
          {t('form.own')}
        </h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t(`form.ownText.${party}`)}</p>
        {delay && <p className="max-w-prose text-sm">{delay}</p>}
        {reserved.map(({ name, text }) => (
          <Alert key={name} tone="info" title={t('form.reserved', { name })}>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </Alert>
        ))}
        {items.map((item, index) => (
          <ItemFields
            key={item.key ?? item.name}
            field={item}
            position={index + 1}
            isNew={index === added}
            party={party}
            currency={currency}
            remove={
              <Button
                variant="ghost"
                size="sm"
                icon={Trash2}
                {...form.remove.getButtonProps({ name: fields.items.name, index })}
                type="submit"
              >
                {t('form.removeItem', { position: index + 1 })}
              </Button>
            }
          />
        ))}
        <div>
          <Button
            variant="outline"
            icon={Plus}
            {...form.insert.getButtonProps({ name: fields.items.name, defaultValue: blank })}
            type="submit"
          >
            {t('form.addItem')}
          </Button>
        </div>
      </section>
      {others.length > 0 && (
        <section id={fields.answers.id} aria-labelledby="others-heading" className="flex flex-col gap-4">
          <h2 id="others-heading" className="text-lg font-semibold">
            {t('form.others')}
          </h2>
          {answers.map((answer, index) => {
            const other = others[index]
            return (
              other && <AnswerFields key={answer.key ?? answer.name} field={answer} other={other} currency={currency} />
            )
          })}
        </section>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{t('form.submit')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function ItemFields({
  field,
  position,
  isNew,
  party,
  currency,
  remove,
}: {
  field: FieldMetadata<ItemValue>
  position: number
  isNew: boolean
  party: ContractParty
  currency: string
  remove: ReactNode
}) {
  const { t } = useTranslation('finalaccount')
  const fields = field.getFieldset()
  const kinds = finalItemKinds.filter((kind) => kind !== 'delay_damages' || party === 'client')
  return (
    <Card headingLevel={3} title={t('form.item', { position })} actions={remove}>
      <div className="flex flex-col gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Select
            field={fields.kind}
            label={t('field.kind')}
            autoFocus={isNew}
            options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            required
          />
          <MoneyField
            field={fields.amount}
            label={t('field.amount')}
            hint={t('form.amountHint')}
            currency={currency}
            required
          />
        </div>
        <TextArea field={fields.description} label={t('field.description')} required rows={2} maxLength={2000} />
      </div>
    </Card>
  )
}

function AnswerFields({
  field,
  other,
  currency,
}: {
  field: FieldMetadata<AnswerValue>
  other: OtherItem
  currency: string
}) {
  const { t } = useTranslation('finalaccount')
  const format = useFormat()
  const fields = field.getFieldset()
  return (
    <Card headingLevel={3} title={format.money(other.amountCents, currency)}>
      <div className="flex flex-col gap-5">
        <p className="text-sm wrap-anywhere whitespace-pre-line">
          {t(`kind.${other.kind}`)}: {other.description}
        </p>
        <input type="hidden" name={fields.id.name} value={other.id} />
        <RadioGroup
          field={fields.answer}
          label={t('field.answer')}
          required
          options={finalItemAnswers.map((value) => ({ value, label: t(`answer.${value}`) }))}
        />
        <TextArea field={fields.answerText} label={t('field.answerText')} optional rows={2} maxLength={2000} />
      </div>
    </Card>
  )
}
