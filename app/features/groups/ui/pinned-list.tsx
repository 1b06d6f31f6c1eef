import { Link } from '@remix-run/react'
import { PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

export type PinnedRow = {
  id: string
  seq: number
  text: string
  authorName: string
  createdAt: number
  files: string[]
}

/** The pinned messages, each with a link to its place in the conversation. */
export function PinnedList({ base, pinned, canPin }: { base: string; pinned: readonly PinnedRow[]; canPin: boolean }) {
  const { t } = useTranslation('groups')
  const format = useFormat()
  return (
    <Card flush id="pinned" title={t('details.pinned')}>
      {pinned.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted-foreground sm:px-5 sm:pb-5">{t('details.nothingPinned')}</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border">
          {pinned.map(({ id, seq, text, authorName, createdAt, files }) => (
            <li key={id} className="flex items-start gap-2 px-4 py-3 sm:px-5">
              <Link to={`${base}?around=${seq}#m${seq}`} className="group min-w-0 flex-1 text-sm">
                <span className="line-clamp-3 wrap-anywhere group-hover:underline">{text || files.join(', ')}</span>
                <span className="mt-0.5 block text-xs text-muted-foreground">
                  {authorName} · {format.date(createdAt)}
                </span>
              </Link>
              {canPin && (
                <PostForm action={`${base}/messages/${id}/pin`}>
                  <input type="hidden" name="pinned" value="false" />
                  <SubmitButton variant="ghost" size="icon" icon={PinOff}>
                    {t('details.unpin')}
                  </SubmitButton>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
