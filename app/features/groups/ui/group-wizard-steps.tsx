import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PeoplePicker, type SelectablePerson } from '#app/features/conversations/ui/people-picker.tsx'
import { type GroupWizard, groupTemplates } from '#app/features/groups/group-wizard.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { GroupSettingsSummary, groupSettingNames } from './group-settings-summary.tsx'

/** The first step: the type of group, each with its defaults. */
export function TemplateStep({ wizard }: { wizard: GroupWizard }) {
  const { t } = useTranslation('groups')
  return (
    <RadioGroup
      name="template"
      id="group-template"
      label={t('wizard.template')}
      layout="cards"
      defaultValue={wizard.template}
      options={groupTemplates.map(({ groupType, privacy, settings }) => ({
        value: groupType,
        label: t(`wizard.templates.${groupType}`),
        hint: (
          <span className="flex flex-col gap-2">
            <span>{t(`wizard.templateHints.${groupType}`)}</span>
            <span className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
              <span className="font-medium text-foreground">{t(`wizard.privacies.${privacy}`)}</span>
              <GroupSettingsSummary settings={settings} />
            </span>
          </span>
        ),
      }))}
    />
  )
}

/** The last step: the members. The chosen people stay chosen through further searches. */
export function MembersStep({
  wizard,
  people,
  chosen,
}: {
  wizard: GroupWizard
  people: readonly SelectablePerson[]
  chosen: readonly SelectablePerson[]
}) {
  const { t } = useTranslation('groups')
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          key={wizard.q}
          name="q"
          type="search"
          label={t('people.search')}
          icon={Search}
          defaultValue={wizard.q}
          maxLength={100}
          autoComplete="off"
          className="min-w-48 flex-1 sm:max-w-sm"
        />
        <SubmitButton name="move" value="search" variant="outline">
          {t('people.apply')}
        </SubmitButton>
      </div>
      <p className="text-sm text-muted-foreground">{t('wizard.chosen', { count: chosen.length })}</p>
      <PeoplePicker key={wizard.q} name="memberIds" people={people} chosen={chosen} />
    </>
  )
}

/** Hidden fields with the answers of the other steps. */
export function HiddenAnswers({ wizard }: { wizard: GroupWizard }) {
  const { step, settings } = wizard
  const kept: Array<readonly [string, string]> = [
    ['step', String(step)],
    ['filledFrom', wizard.filledFrom],
  ]
  if (step !== 1) kept.push(['template', wizard.template])
  if (step !== 2) {
    const { name, description, tags, privacy } = wizard
    kept.push(['name', name], ['description', description], ['tags', tags], ['privacy', privacy])
    for (const one of groupSettingNames) if (settings[one]) kept.push([one, 'on'])
  }
  if (step !== 3) for (const id of wizard.memberIds) kept.push(['memberIds', id])
  return kept.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />)
}
