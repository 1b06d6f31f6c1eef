import { useTranslation } from 'react-i18next'
import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { maxDescriptionLength, maxNameLength } from '#app/features/groups/group-fields.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import type { FieldError } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { type GroupPrivacy, groupPrivacies } from '#db/vocabulary/chat.ts'
import { groupSettingNames } from './group-settings-summary.tsx'

export type GroupValues = {
  name: string
  description: string
  /** As typed, separated by commas. */
  tags: string
  privacy: GroupPrivacy
  settings: ConversationSettings
}

export type GroupErrors = Partial<Record<string, string[] | null>>

/** The id of a field, to which the error summary links. */
const groupFieldId = (name: string) => `group-${name}`

function useLabels() {
  const { t } = useTranslation('groups')
  return {
    name: t('wizard.name'),
    description: t('wizard.description'),
    tags: t('wizard.tags'),
    privacy: t('wizard.privacy'),
  }
}

/** The errors of these fields for the error summary. */
export function useFieldErrors(errors: GroupErrors): FieldError[] {
  // The label itself marks a required field with a star.
  const labels = new Map(Object.entries(useLabels()).map(([name, label]) => [name, label.replace(' *', '')]))
  return Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) =>
      labels.has(name) ? { fieldId: groupFieldId(name), label: labels.get(name), message } : { message },
    ),
  )
}

/** The fields of a group, for the wizard and for its settings page. */
export function GroupFields({
  values,
  errors = {},
  hasSubject = false,
}: {
  values: GroupValues
  errors?: GroupErrors | undefined
  /** It belongs to a company, project or contract, which determines its name and members. */
  hasSubject?: boolean
}) {
  const { t } = useTranslation('groups')
  const labels = useLabels()
  const field = (name: 'name' | 'description' | 'tags' | 'privacy') => ({
    name,
    id: groupFieldId(name),
    errors: errors[name] ?? [],
  })
  return (
    <>
      {!hasSubject && (
        <Field
          {...field('name')}
          label={labels.name}
          defaultValue={values.name}
          maxLength={maxNameLength}
          autoComplete="off"
          required
        />
      )}
      <TextArea
        {...field('description')}
        label={labels.description}
        defaultValue={values.description}
        maxLength={maxDescriptionLength}
        rows={3}
        optional
      />
      <Field
        {...field('tags')}
        label={labels.tags}
        hint={t('wizard.tagsHint')}
        defaultValue={values.tags}
        autoComplete="off"
        optional
      />
      {!hasSubject && (
        <RadioGroup
          {...field('privacy')}
          label={labels.privacy}
          defaultValue={values.privacy}
          options={groupPrivacies.map((privacy) => ({
            value: privacy,
            label: t(`wizard.privacies.${privacy}`),
            hint: t(`wizard.privacyHints.${privacy}`),
          }))}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{t('wizard.settings')}</legend>
        <div className="mt-1 flex flex-col">
          {groupSettingNames.map((name) => (
            <Checkbox
              key={name}
              id={groupFieldId(name)}
              name={name}
              label={t(`wizard.switches.${name}`)}
              hint={t(`wizard.switchHints.${name}`)}
              defaultChecked={values.settings[name]}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
