import { useTranslation } from 'react-i18next'
import type { CurrentCall } from '#app/features/calls/client/call-state.ts'

/** What others say now, as their browsers have written it down, over the lower edge of the pictures. */
export function Captions({ current: { call, captions } }: { current: CurrentCall }) {
  const { t } = useTranslation('callscreen')
  if (captions.size === 0) return null
  const nameOf = (id: string) => call?.participants.find((part) => part.id === id)?.name ?? ''
  return (
    <section
      aria-label={t('captions.title')}
      className="pointer-events-none absolute inset-x-3 bottom-3 z-10 mx-auto flex max-w-xl flex-col gap-1 rounded-md bg-background/85 px-3 py-2 text-sm text-foreground"
    >
      {[...captions].map(([id, text]) => (
        <p key={id} className="wrap-anywhere" data-caption={id}>
          <span className="font-semibold">{nameOf(id)}</span> {text}
        </p>
      ))}
      <p className="text-xs text-muted-foreground">{t('captions.source')}</p>
    </section>
  )
}
