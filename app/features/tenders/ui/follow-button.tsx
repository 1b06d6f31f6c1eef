import { Bell, BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Follows a project, or ends that. */
export function FollowButton({ projectId, isFollowed }: { projectId: string; isFollowed: boolean }) {
  const { t } = useTranslation('follows')
  return (
    <PostForm action={`/projects/${projectId}/${isFollowed ? 'unfollow' : 'follow'}`}>
      <SubmitButton variant="outline" icon={isFollowed ? BellOff : Bell}>
        {t(isFollowed ? 'unfollow' : 'follow')}
      </SubmitButton>
    </PostForm>
  )
}
