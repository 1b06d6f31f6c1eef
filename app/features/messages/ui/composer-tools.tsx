import { type LucideIcon, Mic, Paperclip, SendHorizontal, X } from 'lucide-react'
import { type ChangeEvent, type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { ThreadLink } from './thread-context.tsx'

const loadEmojiPicker = loaderOf(
  () => import('#app/ui/media/emoji-picker.tsx'),
  (loaded) => loaded.EmojiPicker,
)

/** The file types that the file picker offers (MSG-3). */
const accepted = 'image/*,video/*,audio/*,.pdf,.doc,.docx,.txt,.xlsx,.dwg,.dxf,.zip'

/** The buttons around the text field: files before it; emoji, voice and send after it. */
export function ComposerTools({
  sendLabel,
  mayAttach,
  onAttach,
  onPick,
  onRecord,
  children,
}: {
  sendLabel: string
  mayAttach: boolean
  /** Takes the chosen files; without scripts they stay in the file input. */
  onAttach: ((files: File[]) => void) | null
  onPick: (emoji: string) => void
  onRecord: (() => void) | null
  children: ReactNode
}) {
  const { t } = useTranslation('chat')
  const id = useId()
  const EmojiPicker = useLoaded(loadEmojiPicker)
  function choose(event: ChangeEvent<HTMLInputElement>) {
    if (!onAttach) return
    onAttach([...(event.currentTarget.files ?? [])])
    event.currentTarget.value = ''
  }
  return (
    <div className="noscript:gap-2 flex flex-wrap items-end gap-1">
      {mayAttach && (
        <span className="noscript:order-last noscript:w-full relative shrink-0">
          <input
            id={id}
            type="file"
            name="files"
            multiple
            accept={accepted}
            onChange={choose}
            className="peer chat-files"
          />
          <label
            htmlFor={id}
            title={t('composer.attach')}
            className={buttonClass(
              { variant: 'ghost', size: 'icon' },
              'noscript:sr-only sm:size-10 peer-focus-visible:outline-2 peer-focus-visible:outline-ring',
            )}
          >
            <Paperclip aria-hidden className="size-5" />
            <span className="sr-only">{t('composer.attach')}</span>
          </label>
        </span>
      )}
      <div className="relative min-w-0 flex-1">{children}</div>
      <span className="grid min-h-11 place-items-center empty:hidden sm:min-h-10 @max-[22rem]/chat:hidden pointer-coarse:@max-md/chat:hidden">
        {EmojiPicker && <EmojiPicker onPick={onPick} />}
      </span>
      {onRecord && (
        <Button variant="ghost" size="icon" icon={Mic} onClick={onRecord} className="sm:size-10">
          {t('composer.record')}
        </Button>
      )}
      <button type="submit" className={buttonClass({ size: 'icon' }, 'sm:size-10')} title={sendLabel}>
        <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
        <span className="sr-only">{sendLabel}</span>
      </button>
    </div>
  )
}

/** Shows that a message is being replied to or edited, with a button to cancel. */
export function ComposerBanner({
  icon: Icon,
  title,
  children,
  cancelTo,
  cancelLabel,
  onCancel,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  /** The URL of the cancel link without scripts. */
  cancelTo: string
  cancelLabel: string
  onCancel: (() => void) | null
}) {
  function cancel(event: MouseEvent) {
    if (!onCancel) return
    event.preventDefault()
    onCancel()
  }
  return (
    <div className="flex items-center gap-3 rounded-md border-s-3 border-primary bg-muted ps-3 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-primary rtl:-scale-x-100" />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="truncate text-xs font-semibold">{title}</p>
        <p className="truncate text-xs text-muted-foreground">{children}</p>
      </div>
      <ThreadLink to={cancelTo} onClick={cancel} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'shrink-0')}>
        <X aria-hidden className="size-4" />
        {cancelLabel}
      </ThreadLink>
    </div>
  )
}
