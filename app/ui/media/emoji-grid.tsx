import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from 'remix-utils/use-hydrated'
import { gridMove } from './grid-keys.ts'
import { useEmojiName } from './use-emoji-name.ts'

export const emojiColumns = 8

type EmojiGridProps = {
  emoji: readonly string[]
  label: string
  /** Already given, in a picker of reactions. */
  chosen?: readonly string[]
  /** Without it the buttons send the form around them. */
  onPick: ((emoji: string) => void) | undefined
}

/** Emoji to choose one of. With scripts they are one stop of the Tab key, and arrows move among them. */
export function EmojiGrid({ emoji, label, chosen, onPick }: EmojiGridProps) {
  const { i18n } = useTranslation('chat')
  const nameOf = useEmojiName()
  const hydrated = useHydrated()
  const [current, setCurrent] = useState(0)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const rightward = i18n.dir() === 'rtl' ? -1 : 1
    const to = gridMove(event.key, { index: current, count: emoji.length, columns: emojiColumns, rightward })
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    setCurrent(to)
    event.currentTarget.querySelectorAll('button')[to]?.focus()
  }

  return (
    <div role="group" aria-label={label} onKeyDown={move} className="grid grid-cols-8">
      {emoji.map((each, index) => (
        <button
          key={each}
          type={onPick ? 'button' : 'submit'}
          name="emoji"
          value={each}
          aria-label={nameOf(each)}
          aria-pressed={chosen ? chosen.includes(each) : undefined}
          title={nameOf(each)}
          tabIndex={hydrated && index !== current ? -1 : undefined}
          onFocus={() => setCurrent(index)}
          onClick={() => onPick?.(each)}
          className="-outline-offset-2 grid aspect-square min-h-8 min-w-8 cursor-pointer place-items-center rounded-sm border border-transparent text-lg hover:bg-accent aria-pressed:border-primary aria-pressed:bg-accent"
        >
          {each}
        </button>
      ))}
    </div>
  )
}
