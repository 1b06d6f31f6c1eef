import { useTranslation } from 'react-i18next'

/** Who is writing. It keeps its height, so that nothing moves when they begin; it is not read out, as it would never end. */
export function TypingLine({ typing }: { typing: Array<{ userId: string; name: string }> }) {
  const { t } = useTranslation('chat')
  const [first, second] = typing
  const said = !first
    ? null
    : !second
      ? t('states.typing.one', { name: first.name })
      : typing.length === 2
        ? t('states.typing.two', { name: first.name, other: second.name })
        : t('states.typing.many')
  return (
    <p className="noscript:hidden flex h-5 shrink-0 items-center gap-1.5 truncate px-4 text-xs text-muted-foreground">
      {said && (
        <>
          <span aria-hidden className="flex gap-0.5">
            <span className="size-1.5 animate-bounce rounded-full bg-current" />
            <span className="size-1.5 animate-bounce rounded-full bg-current [animation-delay:120ms]" />
            <span className="size-1.5 animate-bounce rounded-full bg-current [animation-delay:240ms]" />
          </span>
          <span className="truncate">{said}</span>
        </>
      )}
    </p>
  )
}
