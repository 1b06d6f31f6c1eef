import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { type RefusedMessage, type Returned, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import type { VoiceClip } from '#app/ui/media/voice-state.ts'
import { useChosenFiles } from './chosen-files.ts'
import { useMentions } from './mentions.tsx'
import { useDraft } from './use-draft.ts'

export type ComposerInput = {
  conversation: ConversationDetail
  /** What the viewer has begun to write, as the server knows it. */
  draft: string | null
  viewerId: string
  replyTo: MessageView | null
  editing: MessageView | null
  onCancelReply: () => void
  onCancelEdit: () => void
  /** A message that was not sent after all, to be written on. */
  returned: Returned | null
  /** Called on arrow up in an empty field. */
  onEditLast: () => void
  refused: RefusedMessage | undefined
}

const empty = 'chat:composer.empty'
const tooLong = `chat:composer.tooLong?count=${maxTextLength}`

/** The state of the composer. Without scripts the browser submits the form. */
export function useComposer(
  field: RefObject<HTMLTextAreaElement>,
  {
    conversation,
    draft,
    viewerId,
    replyTo,
    editing,
    onCancelReply,
    onCancelEdit,
    onEditLast,
    refused,
    returned,
  }: ComposerInput,
) {
  const actions = useChatActions()
  const [text, setText] = useState(editing?.text ?? refused?.text ?? draft ?? '')
  const [error, setError] = useState(refused?.error)
  const chosen = useChosenFiles(conversation.id)
  // Text typed before hydration is only in the field; the next render would clear it.
  useEffect(() => {
    if (field.current?.value) setText(field.current.value)
  }, [field])
  const replyToId = replyTo?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is returned
  useEffect(() => {
    if (!returned) return
    setText((typed) => [returned.text, typed].filter((each) => each.trim() !== '').join('\n'))
    chosen.add(returned.files)
    field.current?.focus()
  }, [returned])
  useDraft(conversation.id, { text, replyToId }, { off: editing !== null, draft: draft ?? '', follow: setText })
  const mentions = useMentions({
    field,
    people: conversation.members.filter(({ id }) => id !== viewerId),
    onInsert: putText,
  })

  function write(next: string) {
    setText(next)
    setError(undefined)
    if (next.trim() === '') actions?.stopTyping()
    else if (!editing) actions?.typing()
  }

  /** Sets the text, and the caret once it has been rendered. */
  function putText(next: string, caret: number) {
    write(next)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }

  function insert(piece: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    putText(text.slice(0, selectionStart) + piece + text.slice(selectionEnd), selectionStart + piece.length)
  }

  function clear() {
    setText('')
    setError(undefined)
    chosen.clear()
    onCancelReply()
    field.current?.focus()
  }

  function send() {
    const said = text.trim()
    if (said === '' && chosen.files.length === 0) return refuse(empty)
    if (said.length > maxTextLength) return refuse(tooLong)
    actions?.stopTyping()
    actions?.send({ text: said, replyToId, files: chosen.files })
    clear()
  }

  function sendVoice({ file, durationMs, waveform }: VoiceClip) {
    actions?.send({ text: '', replyToId, files: [file], voice: { durationMs, waveform } })
    onCancelReply()
  }

  async function save(message: MessageView) {
    const changed = text.trim()
    if (changed === '' && message.attachments.length === 0) return refuse(empty)
    if (changed.length > maxTextLength) return refuse(tooLong)
    if (changed === message.text) return onCancelEdit()
    const form = new FormData()
    form.set('text', changed)
    if (await actions?.submitForm(`/messages/${conversation.id}/messages/${message.id}/edit`, form)) onCancelEdit()
  }

  function refuse(reason: string) {
    setError(reason)
    field.current?.focus()
  }

  function done() {
    if (editing) void save(editing)
    else send()
  }

  function submit(event: FormEvent) {
    if (!actions) return
    event.preventDefault()
    done()
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method is composing, Enter confirms the word (Safari reports key code 229).
    if (!actions || event.nativeEvent.isComposing || event.keyCode === 229 || mentions.press(event)) return
    const { key, shiftKey } = event
    // Not by the form, for whose validation the browser lays out the page.
    if (key === 'Enter' && !shiftKey) done()
    else if (key === 'Escape' && editing) onCancelEdit()
    else if (key === 'Escape' && replyTo) onCancelReply()
    else if (key === 'ArrowUp' && text === '' && !editing) onEditLast()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { text, error, chosen, mentions, write, insert, submit, press, sendVoice }
}

/** Grows a text area with its text, in browsers without `field-sizing`. */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured after each change of the text
  useEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [field, text])
}
