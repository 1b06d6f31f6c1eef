import { useLocation } from '@remix-run/react'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toneIcons } from '#app/ui/alert.tsx'
import { classes } from '#app/ui/classes.ts'
import { type TextParams, useText } from '#app/ui/text.ts'
import { MessageHelp } from '#app/ui/text-link.tsx'
import { type Tone, toneText } from '#app/ui/tones.ts'

export interface Flash {
  tone?: Tone
  /** A translation key or a text. */
  text: string
  params?: TextParams
}

const SHOWN_MS = 5000

/**
 * Reports what just happened. Without JavaScript it is a line of the page that disappears on reload. With JavaScript it
 * is a toast that closes after five seconds, pauses while hovered or focused, and stays open after a failure.
 */
export function FlashMessage({ tone = 'info', text: message, params, onClose }: Flash & { onClose?: () => void }) {
  const { t } = useTranslation('ui')
  const text = useText()
  const location = useLocation()
  const [closed, setClosed] = useState(false)
  const [paused, setPaused] = useState(false)
  const stays = tone === 'danger'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is shown anew
  useEffect(() => setClosed(false), [message])
  useEffect(() => {
    if (closed || paused || stays) return
    const timer = setTimeout(() => {
      setClosed(true)
      onClose?.()
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [closed, paused, stays, onClose])

  const Icon = toneIcons[tone]
  return (
    <div
      role="status"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="noscript:static noscript:p-3 pointer-events-none fixed inset-x-4 bottom-4 z-50 composing:top-18 composing:bottom-auto flex justify-end print:hidden"
    >
      {!closed && (
        <div className="toast pointer-events-auto flex w-full items-start gap-3 rounded-md border border-border bg-popover py-2.5 ps-4 pe-2 text-sm text-popover-foreground shadow noscript:max-w-none noscript:shadow-none sm:max-w-sm">
          <Icon aria-hidden className={classes('mt-1.5 size-4 shrink-0', toneText[tone])} />
          <p className="min-w-0 flex-1 py-1 font-medium wrap-anywhere">
            {text(message, params)}
            <MessageHelp message={message} params={params} />
          </p>
          <a
            href={location.pathname + location.search}
            aria-label={t('close')}
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground"
            onClick={(event) => {
              event.preventDefault()
              setClosed(true)
              onClose?.()
            }}
          >
            <X aria-hidden className="size-4" />
          </a>
        </div>
      )}
    </div>
  )
}
