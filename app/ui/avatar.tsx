import { classes } from '#app/ui/classes.ts'

const sizes = {
  xs: 'size-6',
  sm: '',
  md: 'size-10 text-sm',
  lg: 'size-16 text-xl',
  xl: 'size-24 text-3xl',
}

/**
 * A picture or the initials of a person or company. Hidden from screen readers unless `labelled`, because the name is
 * usually beside it.
 */
export function Avatar({
  name,
  id,
  src,
  size = 'sm',
  square,
  labelled,
  className,
}: {
  name: string
  /** Of the person or company: gives them the same one of sixteen hues of the theme wherever they appear. */
  id?: string | null | undefined
  src?: string | null
  size?: keyof typeof sizes
  /** For companies. */
  square?: boolean
  labelled?: boolean
  className?: string
}) {
  const shape = classes('avatar', square && 'rounded-md', sizes[size], className)
  if (src) {
    return (
      <img
        src={src}
        alt={labelled ? name : ''}
        loading="lazy"
        decoding="async"
        className={classes(shape, 'object-cover')}
      />
    )
  }
  return (
    <span
      className={shape}
      data-hue={id?.at(-1)}
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {initials(name)}
    </span>
  )
}

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '·'
}
