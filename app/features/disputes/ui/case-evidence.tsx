import { useTranslation } from 'react-i18next'
import type { CaseSection } from '#app/features/disputes/case-file/case-sections.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What a decision goes by: whatever was said, done and found, with links to its pages and files. */
export function CaseEvidence({ sections }: { sections: readonly CaseSection[] }) {
  const { t } = useTranslation('casefile')
  return sections.map(({ id, title, entries }) => (
    <Card key={id} title={title} headingLevel={3} flush={entries.length > 0}>
      {entries.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('evidence.none')}</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border text-sm">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-col gap-1 px-4 py-3 sm:px-5">
              {entry.to ? (
                <TextLink to={entry.to} block className="self-start wrap-anywhere">
                  {entry.title}
                </TextLink>
              ) : (
                <p className="font-medium wrap-anywhere">{entry.title}</p>
              )}
              {entry.lines.map((line) => (
                <p key={line} className="max-w-prose whitespace-pre-line text-muted-foreground wrap-anywhere">
                  {line}
                </p>
              ))}
              {entry.files.length > 0 && (
                <ul aria-label={t('evidence.files')} className="flex flex-col gap-1">
                  {entry.files.map(({ fileId, name, sha256 }) => (
                    <li key={fileId}>
                      <TextLink to={`/files/${fileId}`} reloadDocument block className="wrap-anywhere">
                        {name}
                      </TextLink>
                      <p className="font-mono text-xs break-all text-muted-foreground">SHA-256 {sha256}</p>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  ))
}
