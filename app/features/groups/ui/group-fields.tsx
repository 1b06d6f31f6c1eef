import { useTranslation } from 'react-i18next'
import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { maxDescriptionLength, maxNameLength } from '#app/features/groups/group-fields.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import type { FieldError } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { type GroupPrivacy, groupPrivacies } from '#db/vocabulary/chat.ts'
import { groupSwitches } from './group-traits.tsx'

export type GroupValues = {
  name: string
  description: string
  /** As typed: tags with commas between them. */
  tags: string
  privacy: GroupPrivacy
  settings: ConversationSettings
}

export type GroupErrors = Partial<Record<string, string[] | null>>

/** The id of a field, which an error summary leads to. */
const groupFieldId = (name: string) => `group-${name}`
const shownFields = ['name', 'description', 'tags', 'privacy']

/** The errors of a form of these fields, for its summary. */
export function summaryOf(errors: GroupErrors): FieldError[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) =>
      shownFields.includes(name) ? { fieldId: groupFieldId(name), message } : { message },
    ),
  )
}

/** What a group is called, who finds it, and what its members may do: asked by the wizard, changed in its settings. */
export function GroupFields({
  values,
  errors = {},
  ofWork = false,
}: {
  values: GroupValues
  errors?: GroupErrors | undefined
  /** Belongs to a company, project or contract: its name and who is in it follow from that. */
  ofWork?: boolean
}) {
  const { t } = useTranslation('groups')
  const field = (name: 'name' | 'description' | 'tags' | 'privacy') => ({
    name,
    id: groupFieldId(name),
    errors: errors[name] ?? [],
  })
  return (
    <>
      {!ofWork && (
        <Field
          {...field('name')}
          label={t('wizard.name')}
          defaultValue={values.name}
          maxLength={maxNameLength}
          autoComplete="off"
          required
        />
      )}
      <TextArea
        {...field('description')}
        label={t('wizard.description')}
        defaultValue={values.description}
        maxLength={maxDescriptionLength}
        rows={3}
        optional
      />
      <Field
        {...field('tags')}
        label={t('wizard.tags')}
        hint={t('wizard.tagsHint')}
        defaultValue={values.tags}
        autoComplete="off"
        optional
      />
      {!ofWork && (
        <RadioGroup
          {...field('privacy')}
          label={t('wizard.privacy')}
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
          {groupSwitches.map((name) => (
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
