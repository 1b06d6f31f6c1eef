import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import { classes } from '#app/ui/classes.ts'
import { insertMention, type MentionQuery, matchPeople, mentionAt } from './mentions-in-text.ts'

export type MentionPerson = { id: string; name: string }

type MentionsInput = {
  field: RefObject<HTMLTextAreaElement>
  people: readonly MentionPerson[]
  /** Sets the field's text and caret. */
  onInsert(text: string, caret: number): void
}

export const mentionOptionId = (listId: string, index: number) => `${listId}-${index}`

/**
 * Suggests people while a mention is being written. The focus stays in the field: spread `attributes` on it, call `look` when
 * its text or caret has changed, and call `press` first for each key.
 */
export function useMentions({ field, people, onInsert }: MentionsInput) {
  const listId = useId()
  const [asked, setAsked] = useState<MentionQuery | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const matches = asked && asked.start !== closedAt ? matchPeople(people, asked.query) : []
  const open = matches.length > 0

  function look() {
    const element = field.current
    if (!element) return
    const found =
      element.selectionStart === element.selectionEnd ? mentionAt(element.value, element.selectionStart) : null
    // Without a mention there is nothing to render.
    if (!found && !asked && closedAt === null) return
    if (found?.query !== asked?.query) setActive(0)
    setAsked(found)
    if (!found) setClosedAt(null)
  }

  function pick(person: MentionPerson) {
    const element = field.current
    if (!element || !asked) return
    const { text, caret } = insertMention(element.value, asked, person.name)
    setAsked(null)
    onInsert(text, caret)
  }

  /** True if the list has handled the key. */
  function press(event: KeyboardEvent): boolean {
    if (!open || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = matches[active]
    if (step) setActive((active + step + matches.length) % matches.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) pick(chosen)
    else if (event.key === 'Escape') setClosedAt(asked?.start ?? null)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  // Close the list when the field loses the focus.
  useEffect(() => {
    const element = field.current
    const leave = () => setAsked(null)
    element?.addEventListener('blur', leave)
    return () => element?.removeEventListener('blur', leave)
  }, [field])

  return {
    look,
    press,
    attributes: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open ? mentionOptionId(listId, active) : undefined,
    } as const,
    list: { id: listId, people: matches, active, onPick: pick },
  }
}

type MentionListProps = {
  id: string
  people: readonly MentionPerson[]
  active: number
  onPick(person: MentionPerson): void
}

/** The suggested people, above the field in its `relative` box. The field keeps the focus. */
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
              // Keep the focus in the field.
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
              <Avatar id={person.id} name={person.name} size="sm" />
              <span className="min-w-0 truncate">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
