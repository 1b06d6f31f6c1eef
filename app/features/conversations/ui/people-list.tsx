import { MessageSquare, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '#app/features/conversations/conversation-view.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PersonLine } from './people-picker.tsx'

const row =
  'group -outline-offset-2 flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-start hover:bg-accent hover:text-accent-foreground'

/** People whom the viewer can write to. Each row opens the conversation with that person. */
export function PeopleList({ people }: { people: readonly PersonView[] }) {
  return (
    <PostForm action="/messages/direct">
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
        {people.map((person) => (
          <li key={person.id}>
            <button type="submit" name="userId" value={person.id} className={row}>
              <Avatar id={person.id} name={person.name} size="md" />
              <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2 sm:items-center">
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{person.name}</span>
                  <PersonLine person={person} />
                </span>
                <span className="min-w-0 text-sm text-muted-foreground">
                  <span className="block wrap-anywhere">{person.email}</span>
                  <span className="block wrap-anywhere">
                    <bdi dir="ltr">{person.phone}</bdi>
                  </span>
                </span>
              </span>
              <OpenMark />
            </button>
          </li>
        ))}
      </ul>
    </PostForm>
  )
}

/** Opens the conversation of everyone in the viewer's company. */
export function EveryoneEntry({ company }: { company: string }) {
  const { t } = useTranslation('groups')
  return (
    <EntryForm action="/team/conversation">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary/12 text-primary">
        <Users aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{t('people.everyone', { company })}</span>
        <span className="block text-sm text-muted-foreground">{t('people.everyoneHint')}</span>
      </span>
    </EntryForm>
  )
}

function EntryForm({ action, children }: { action: string; children: ReactNode }) {
  return (
    <PostForm action={action} className="overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
      <button type="submit" className={row}>
        {children}
        <OpenMark />
      </button>
    </PostForm>
  )
}

function OpenMark() {
  return <MessageSquare aria-hidden className="size-4.5 shrink-0 text-muted-foreground group-hover:text-primary" />
}
