import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import { Choice } from '#app/ui/forms/choice.tsx'

export type SelectablePerson = { id: string; name: string; jobTitle?: string | null; companyName?: string | null }

/** A list of people with checkboxes. The chosen ones come first, regardless of the search. */
export function PeoplePicker({
  name,
  people,
  chosen,
}: {
  name: string
  people: readonly SelectablePerson[]
  chosen: readonly SelectablePerson[]
}) {
  const { t } = useTranslation('groups')
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const rows = [...chosen, ...people.filter(({ id }) => !chosenIds.has(id))]
  if (rows.length === 0) return <p className="text-sm text-muted-foreground">{t('people.empty')}</p>
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('people.choose')}</legend>
      {people.length === 0 && <p className="mb-3 text-sm text-muted-foreground">{t('people.empty')}</p>}
      <ul className="max-h-96 divide-y divide-border overflow-y-auto rounded-md border border-border bg-card">
        {rows.map((person) => (
          <li key={person.id}>
            <Choice
              type="checkbox"
              name={name}
              value={person.id}
              defaultChecked={chosenIds.has(person.id)}
              className="px-3.5 has-checked:bg-primary/8 hover:bg-accent/50 items-center!"
              label={
                <span className="flex items-start gap-3">
                  <Avatar id={person.id} name={person.name} />
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">{person.name}</span>
                    <PersonLine person={person} />
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** A person's job title and company. */
export function PersonLine({ person }: { person: SelectablePerson }) {
  const line = [person.jobTitle, person.companyName].filter(Boolean).join(' · ')
  return line && <span className="block text-sm text-muted-foreground wrap-anywhere">{line}</span>
}
