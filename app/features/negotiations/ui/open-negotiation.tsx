import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Asks the client whether the provider is to read the draft and to propose changes. */
export function OpenNegotiation({ path, other, isDraft }: { path: string; other: string; isDraft: boolean }) {
  const { t } = useTranslation('negotiation')
  if (!isDraft) return <p className="text-muted-foreground">{t('neverOpened')}</p>
  return (
    <Card title={t('open.title', { other })}>
      <p className="max-w-prose text-sm text-muted-foreground">{t('open.text')}</p>
      <PostForm action={`${path}/open`} className="mt-4">
        <SubmitButton icon={Users}>{t('open.submit')}</SubmitButton>
      </PostForm>
    </Card>
  )
}
