import { type KeyboardEvent, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useEmojiName } from './emoji.ts'

export const emojiColumns = 8

type EmojiGridProps = {
  emoji: readonly string[]
  label: string
  /** The emoji already chosen, in a reaction picker. */
  chosen?: readonly string[]
  /** Without it the buttons submit the surrounding form. */
  onPick: ((emoji: string) => void) | undefined
}

/** A grid of emoji to choose from. With scripts it is a single tab stop, and the arrow keys move within it. */
export function EmojiGrid({ emoji, label, chosen, onPick }: EmojiGridProps) {
  const nameOf = useEmojiName()
  const hydrated = useHydrated()
  const [current, setCurrent] = useState(0)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const rightward = document.documentElement.dir === 'rtl' ? -1 : 1
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

/**
 * The index that a key moves to in a grid filled row by row; null for other keys. `rightward` is -1 where lines run leftwards
 * languages.
 */
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
