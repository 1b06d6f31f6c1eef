import { useTranslation } from 'react-i18next'

/** The exact text of a document as it was hashed, without formatting or truncation. */
export function DocumentText({ label, text, hash }: { label: string; text: string; hash?: string }) {
  const { t } = useTranslation('contracts')
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm font-medium">{label}</p>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border border-border bg-muted/50 p-4"
      >
        <pre className="font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </section>
      {hash && (
        <p className="text-xs text-muted-foreground">
          {t('document.hash')} <code className="font-mono wrap-anywhere">{hash}</code>
        </p>
      )}
    </div>
  )
}
