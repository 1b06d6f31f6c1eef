import { Gavel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Fallback } from '#app/features/decisions/fallback.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Awards the named fallback with one button, or leads to the form of the award where the user's mandate does not cover it. */
export function FallbackNotice({ fallback, submissionId }: { fallback: Fallback; submissionId: string }) {
  const { t } = useTranslation('fallback')
  const { bidId, company, reason, contact, appeals, isCovered } = fallback
  const award = `/bids/${bidId}/award`
  return (
    <Alert
      tone="info"
      title={t('title', { company })}
      actions={
        isCovered ? (
          <PostForm action={award}>
            <input type="hidden" name="submissionId" value={submissionId} />
            <input type="hidden" name="contact" value={contact} />
            <input type="hidden" name="appeals" value={appeals} />
            <SubmitButton icon={Gavel}>{t('award')}</SubmitButton>
          </PostForm>
        ) : (
          <ButtonLink to={award} icon={Gavel}>
            {t('open')}
          </ButtonLink>
        )
      }
    >
      <span className="wrap-anywhere">{t('text', { reason })}</span>
    </Alert>
  )
}
