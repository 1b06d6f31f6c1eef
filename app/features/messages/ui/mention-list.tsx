import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import { classes } from '#app/ui/classes.ts'
import { type MentionPerson, mentionOptionId } from './use-mentions.ts'

type MentionListProps = {
  id: string
  people: readonly MentionPerson[]
  active: number
  onPick(person: MentionPerson): void
}

/** The people that an @ may mean, over the field in whose box it stands (`relative`). The field keeps the focus. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  const { t } = useTranslation('chat')
  const open = people.length > 0
  return (
    <>
      <p role="status" className="sr-only">
        {open && t('media.mentionsFound', { count: people.length })}
      </p>
      {open && (
        <div
          id={id}
          role="listbox"
          aria-label={t('media.mentions')}
          className="absolute start-0 bottom-full z-30 mb-1.5 w-72 max-w-full rounded-md border border-border bg-popover p-1 text-popover-foreground shadow"
        >
          {people.map((person, index) => (
            <div
              key={person.id}
              id={mentionOptionId(id, index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // A press must not take the focus out of the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
              onKeyDown={undefined}
              className={classes(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm border border-transparent px-2 text-sm',
                index === active
                  ? 'bg-accent text-accent-foreground forced-colors:border-current'
                  : 'hover:bg-accent hover:text-accent-foreground',
              )}
            >
              <Avatar name={person.name} size="sm" />
              <span className="min-w-0 truncate">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
