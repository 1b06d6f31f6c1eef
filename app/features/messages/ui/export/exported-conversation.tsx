import { useTranslation } from 'react-i18next'
import type { FoundExport } from '#app/features/messages/export/exported-messages.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What anybody may know of an exported conversation whose SHA-256 they have. */
export function ExportedConversation({ found }: { found: FoundExport }) {
  const { t } = useTranslation('conversationexport')
  const format = useFormat()
  const { digest, part, parts, messages, exportedAt } = found
  return (
    <>
      <h1 className="text-2xl font-semibold">{t('found.title')}</h1>
      <Alert tone="success" title={t('found.known')}>
        {t('found.text')}
      </Alert>
      <Card>
        <DescriptionList
          items={[
            { term: t('found.at'), description: format.deadline(exportedAt) },
            { term: t('pdf.part'), description: t('part', { part, parts }) },
            { term: t('pdf.messages'), description: t('messages', { count: messages }) },
            { term: t('found.hash'), description: <code className="font-mono text-xs wrap-anywhere">{digest}</code> },
          ]}
        />
      </Card>
    </>
  )
}
