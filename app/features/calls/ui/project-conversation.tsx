import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { CallButtons } from './call-buttons.tsx'

/** Leads to a project's conversation, and calls its members once there is one. */
export function ProjectConversation({
  projectId,
  chat,
}: {
  projectId: string
  chat: { id: string; name: string } | null
}) {
  const { t } = useTranslation('projects')
  return (
    <>
      <PostForm action={`/projects/${projectId}/conversation`}>
        <SubmitButton variant="outline" icon={MessagesSquare}>
          {t('detail.conversation')}
        </SubmitButton>
      </PostForm>
      {chat && <CallButtons conversationId={chat.id} name={chat.name} />}
    </>
  )
}
