import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useEmojiName } from './emoji.ts'

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

/** Where a key leads in a grid that is filled row by row; null for a key that does not move. `rightward` is -1 from right to left. */
export function gridMove(
  key: string,
  { index, count, columns, rightward }: { index: number; count: number; columns: number; rightward: 1 | -1 },
): number | null {
  const steps: Record<string, number> = {
    ArrowRight: rightward,
    ArrowLeft: -rightward,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const to = index + step
  return to < 0 || to >= count ? index : to
}
