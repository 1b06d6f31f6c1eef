import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import { isIn } from '#app/features/calls/client/call-state.ts'
import type { MemberView } from '#app/features/conversations/conversation-view.ts'
import { chatHttp } from '#app/features/messages/client/chat-http.ts'
import { type CallView, maxParticipants } from '#app/realtime/protocol/call-events.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'

/** Rings more members of the conversation, while fewer than eight are in the call. */
export function InviteOthers({ id, calls, call }: { id: string; calls: Calls; call: CallView }) {
  const { t } = useTranslation('callscreen')
  return (
    <Dialog id={id} title={t('invite.title')} description={t('invite.text')}>
      <Members id={id} calls={calls} call={call} />
    </Dialog>
  )
}

function Members({ id, calls, call }: { id: string; calls: Calls; call: CallView }) {
  const { t } = useTranslation('callscreen')
  const [members, setMembers] = useState<MemberView[] | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [failed, setFailed] = useState<string | null>(null)
  const { conversationId } = call
  useEffect(() => {
    let here = true
    chatHttp.open(conversationId).then(
      ({ model }) => here && setMembers(model.open.conversation.members),
      () => here && setFailed(''),
    )
    return () => {
      here = false
    }
  }, [conversationId])
  const inside = new Set(
    call.participants.filter((part) => isIn(part) || part.state === 'ringing').map(({ userId }) => userId),
  )
  const others = members?.filter((member) => !inside.has(member.id)) ?? []
  const room = maxParticipants - inside.size
  async function ring() {
    const refusal = await calls.inviteMore([...chosen])
    setFailed(refusal)
    if (refusal !== null) return
    setChosen([])
    const dialog = document.getElementById(id)
    if (dialog instanceof HTMLDialogElement) dialog.close()
  }
  return (
    <div className="flex flex-col gap-3">
      {failed !== null && <Alert tone="danger">{failed || t('invite.failed')}</Alert>}
      {members && others.length === 0 && <p className="text-sm text-muted-foreground">{t('invite.nobody')}</p>}
      <div className="flex max-h-72 flex-col overflow-y-auto">
        {others.map((member) => (
          <Checkbox
            key={member.id}
            name={`invite-${member.id}`}
            label={member.name}
            hint={member.jobTitle ?? undefined}
            checked={chosen.includes(member.id)}
            onChange={({ target }) =>
              setChosen((before) =>
                target.checked ? [...before, member.id].slice(0, room) : before.filter((each) => each !== member.id),
              )
            }
          />
        ))}
      </div>
      <p className="text-sm text-muted-foreground">{t('invite.room', { count: room })}</p>
      {chosen.length > 0 && (
        <Button onClick={() => void ring()} className="self-start">
          {t('invite.ring', { count: chosen.length })}
        </Button>
      )}
    </div>
  )
}
