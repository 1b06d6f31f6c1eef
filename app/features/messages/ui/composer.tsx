import { Pencil, Reply } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import { classes } from '#app/ui/classes.ts'
import { useReportFailedForm } from '#app/ui/forms/failed-form.ts'
import { FieldErrors } from '#app/ui/forms/field-errors.tsx'
import { inputClass } from '#app/ui/forms/input-class.ts'
import { useLoaded } from '#app/ui/use-loaded.ts'
import { usePasteFiles } from './chosen-files.ts'
import { ComposerBanner, ComposerTools } from './composer-tools.tsx'
import { MentionList } from './mentions.tsx'
import { type ComposerInput, useComposer, useGrowing } from './use-composer.ts'

const loadFileList = () => import('./chosen-file-list.tsx').then((loaded) => loaded.ChosenFileList)
const loadRecorder = () => import('#app/ui/media/voice-recorder.tsx').then((loaded) => loaded.VoiceRecorder)
const loadDropZone = () => import('./drop-zone.tsx').then((loaded) => loaded.DropZone)

type Props = ComposerInput & {
  /** Made by the server, for the form that is sent without scripts. */
  clientId: string
  /** Where files may be dropped. */
  thread: RefObject<HTMLElement>
}

/** Where a message is written, or changed. */
export function Composer(props: Props) {
  const { t } = useTranslation('chat')
  const { conversation, editing } = props
  if (conversation.rights.includes('send')) return <ComposerForm key={editing?.id ?? 'new'} {...props} />
  return (
    <p id="composer" className="shrink-0 border-t border-border bg-card p-4 text-center text-sm text-muted-foreground">
      {t('composer.cannotSend')}
    </p>
  )
}

function ComposerForm({ clientId, thread, ...input }: Props) {
  const { t } = useTranslation('chat')
  const { conversation, viewerId, replyTo, editing, onCancelReply, onCancelEdit } = input
  const actions = useChatActions()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const composer = useComposer(field, input)
  const { text, error, chosen, mentions } = composer
  const [recording, setRecording] = useState(false)
  useGrowing(field, text)
  useReportFailedForm(Boolean(error))
  useFocusWhenAsked(field, editing?.id ?? replyTo?.id ?? null)

  const base = `/messages/${conversation.id}`
  const mayShare = conversation.rights.includes('sendFiles')
  const mayAttach = mayShare && !editing
  const attach = actions && mayAttach ? chosen.add : null
  usePasteFiles(field, attach)
  const DropZone = useLoaded(loadDropZone, actions !== null)
  const ChosenFileList = useLoaded(loadFileList, attach !== null)
  const VoiceRecorder = useLoaded(loadRecorder, attach !== null)
  const nothingYet = text.trim() === '' && chosen.files.length === 0

  return (
    <form
      id="composer"
      method="post"
      action={editing ? `${base}/messages/${editing.id}/edit` : base}
      encType={editing ? undefined : 'multipart/form-data'}
      aria-label={t('composer.form')}
      onSubmit={composer.submit}
      className="flex shrink-0 flex-col gap-2 border-t border-border bg-card px-2 py-2 text-card-foreground sm:px-4 sm:py-3 print:hidden"
    >
      {DropZone && <DropZone target={thread} onFiles={attach} />}
      <input type="hidden" name="clientId" value={clientId} />
      {editing && (
        <ComposerBanner
          icon={Pencil}
          title={t('composer.editing')}
          cancelTo={base}
          cancelLabel={t('composer.cancel')}
          onCancel={actions ? onCancelEdit : null}
        >
          {shortened(editing.text, 120)}
        </ComposerBanner>
      )}
      {replyTo && !editing && (
        <ComposerBanner
          icon={Reply}
          title={t('composer.replyingTo', {
            name: replyTo.authorId === viewerId ? t('states.you') : replyTo.authorName,
          })}
          cancelTo={base}
          cancelLabel={t('composer.cancelReply')}
          onCancel={actions ? onCancelReply : null}
        >
          {shortened(replyTo.text, 120) || t('list.file.file')}
          <input type="hidden" name="replyToId" value={replyTo.id} />
        </ComposerBanner>
      )}
      {ChosenFileList && (chosen.files.length > 0 || chosen.refused.length > 0) && (
        <ChosenFileList files={chosen.files} refused={chosen.refused} onRemove={chosen.remove} />
      )}
      {recording && VoiceRecorder ? (
        <VoiceRecorder
          onCancel={() => setRecording(false)}
          onSend={(clip) => {
            composer.sendVoice(clip)
            setRecording(false)
          }}
        />
      ) : (
        <ComposerTools
          sendLabel={editing ? t('composer.save') : t('composer.send')}
          mayAttach={mayAttach}
          onAttach={attach}
          onPick={composer.insert}
          onRecord={VoiceRecorder && attach && nothingYet ? () => setRecording(true) : null}
        >
          <label htmlFor={id} className="sr-only">
            {editing ? t('composer.editLabel') : t('composer.label', { name: conversation.name })}
          </label>
          <textarea
            ref={field}
            id={id}
            name="text"
            rows={1}
            dir="auto"
            value={text}
            maxLength={maxTextLength}
            placeholder={t('composer.placeholder')}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => {
              composer.write(event.currentTarget.value)
              mentions.look()
            }}
            onSelect={mentions.look}
            onKeyDown={composer.press}
            onBlur={() => actions?.stopTyping()}
            {...mentions.attributes}
            className={classes(
              inputClass,
              'field-sizing-content max-h-30 min-h-11 resize-none py-2.25 placeholder:truncate leading-6 sm:min-h-10 sm:py-2 sm:leading-5.5',
            )}
          />
          <MentionList {...mentions.list} />
        </ComposerTools>
      )}
      {error && <FieldErrors id={`${id}-error`} errors={[error]} />}
      {!mayShare && <p className="text-xs text-muted-foreground">{t('composer.cannotSendFiles')}</p>}
    </form>
  )
}

/** An answer or a change that was just begun goes on in the field. */
function useFocusWhenAsked(field: RefObject<HTMLTextAreaElement>, about: string | null) {
  useEffect(() => {
    const area = field.current
    if (!about || !area) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [field, about])
}
