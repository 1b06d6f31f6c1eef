import { Form } from '@remix-run/react'
import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FoundExport } from '#app/features/messages/export/exported-messages.server.ts'
import type { Part } from '#app/features/messages/export/parts.ts'
import { maxExported } from '#app/features/messages/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { Choice } from '#app/ui/forms/choice.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The form to export a conversation, and what its reader has exported of it. */
export function ExportPage({
  id,
  name,
  parts,
  earlier,
}: {
  id: string
  name: string
  parts: readonly Part[]
  earlier: ReadonlyArray<FoundExport & { id: string }>
}) {
  const { t } = useTranslation('conversationexport')
  const format = useFormat()
  const base = `/messages/${id}`
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('chat'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: base },
          { label: t('title') },
        ]}
      />
      {/* The answer is a file. */}
      <Form method="post" action={`${base}/export/pdf`} reloadDocument>
        <FormCard
          actions={
            <SubmitButton icon={FileDown} wide>
              {t('submit')}
            </SubmitButton>
          }
        >
          <p>{t('what')}</p>
          <p className="text-sm text-muted-foreground">{t('limit', { count: maxExported })}</p>
          {parts.length === 1 ? (
            <input type="hidden" name="part" value="1" />
          ) : (
            <fieldset>
              <legend className="mb-1 font-medium">{t('which')}</legend>
              {parts.map(({ from, to }, index) => (
                <Choice
                  key={from}
                  type="radio"
                  name="part"
                  value={index + 1}
                  defaultChecked={index === parts.length - 1}
                  label={t('range', { part: index + 1, from, to })}
                />
              ))}
            </fieldset>
          )}
        </FormCard>
      </Form>
      {earlier.length > 0 && (
        <Card flush title={t('earlier')} description={t('earlierText')}>
          <ul className="divide-y divide-border border-t border-border">
            {earlier.map(({ id: key, digest, part, parts: of, messages, exportedAt }) => (
              <li key={key} className="px-4 py-3 sm:px-5">
                <p className="flex flex-wrap gap-x-1.5">
                  <time dateTime={new Date(exportedAt).toISOString()} className="font-medium">
                    {format.dateTime(exportedAt)}
                  </time>
                  <span className="text-muted-foreground">
                    {of > 1 && `· ${t('part', { part, parts: of })} `}· {t('messages', { count: messages })}
                  </span>
                </p>
                <TextLink to={`/verify/${digest}`} className="font-mono text-xs wrap-anywhere">
                  {digest}
                </TextLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
