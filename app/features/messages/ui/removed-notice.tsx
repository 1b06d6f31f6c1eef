import { Copy, UserX } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RemovedConversation } from '#app/features/conversations/ui/chat-model.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { inputClass } from '#app/ui/forms/input-class.ts'

/** In place of a conversation that the viewer is no longer a member of, with what they had written, to copy. */
export function RemovedNotice({
  removed: { name, unsent, draft },
  onBack,
}: {
  removed: RemovedConversation
  /** Back to the list in the panel; null on the page, whose list is a link. */
  onBack: (() => void) | null
}) {
  const { t } = useTranslation('chat')
  const id = useId()
  const text = [...unsent, draft].filter((each) => each !== '').join('\n\n')
  return (
    <section role="alert" className="min-h-0 overflow-y-auto bg-background">
      <EmptyState
        icon={UserX}
        title={t('states.removed.title', { name })}
        framed={false}
        action={
          onBack ? (
            <Button variant="outline" onClick={onBack}>
              {t('screen.back')}
            </Button>
          ) : (
            <ButtonLink to="/messages" variant="outline">
              {t('screen.back')}
            </ButtonLink>
          )
        }
      >
        {t('states.removed.text')}
      </EmptyState>
      {text !== '' && (
        <div className="mx-auto flex max-w-md flex-col gap-2 px-6 pb-12">
          <label htmlFor={id} className="text-sm font-medium">
            {t('states.removed.kept')}
          </label>
          <textarea id={id} readOnly dir="auto" rows={5} value={text} className={inputClass} />
          <Button
            variant="outline"
            icon={Copy}
            className="self-start"
            onClick={() => void navigator.clipboard?.writeText(text)}
          >
            {t('menu.copy')}
          </Button>
        </div>
      )}
    </section>
  )
}
